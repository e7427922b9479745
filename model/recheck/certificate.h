// model/recheck/certificate.h -- proofs that another program can look at, and an index of them.
//
// "Z3 said so" is a claim. A certificate is the claim with its reasons: for every condition that
// was asked, the question as a file, a proof of it that cvc5 wrote, and a line in an index with the
// sums of both. The index also lists the conditions that needed no solver, so nothing is left out.
//
// What the proofs are worth: cvc5 checks each of them step by step with its own checker while it
// writes it (--check-proofs --proof-check=eager), and a step that does not follow ends the run. No
// checker of LFSC or Alethe is packaged for Debian 12, so nothing independent has checked them. In
// LFSC this version of cvc5 writes some steps as `trust` (instances of quantifiers, Skolem
// constants and rewritings are among them); the index counts them. In the native format every step
// has its rule, but only cvc5 knows the rules.
//
// A certificate of a machine that is not proved is not made.
//
// Read next: system_file.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "model/proof/prover.h"

namespace model {

enum class ProofFormat : std::uint8_t { kLfsc, kNative };

struct CertificateOptions {
  ProofOptions proof;  // discipline, faults and jobs; always for heaps of any size
  ProofFormat format = ProofFormat::kLfsc;
  std::string action;     // only the conditions of this action; empty: of all
  unsigned seconds = 60;  // for each proof
  // Called after each proof, by one thread at a time, with the number so far and of all.
  std::function<void(std::size_t, std::size_t)> on_proof;
};

struct Certificate {
  // Why none was made: a condition that does not hold, a solver that is not installed or gave up, a
  // file that could not be written. Empty if it was made.
  std::string failure;
  std::size_t proofs = 0;     // conditions with a proof
  std::size_t possible = 0;   // guards and pictures, which both solvers find possible
  std::size_t untouched = 0;  // conditions that need no solver
  std::size_t steps = 0;      // of all proofs in LFSC: applications of a rule
  std::size_t trusted = 0;    // of these, those that are trusted
  std::uintmax_t bytes = 0;   // of all files
  bool Made() const { return failure.empty(); }
};

// Makes the certificate of one discipline in a folder that exists and is empty:
//
//     INDEX.tsv       a line for each condition, after lines with '#' that explain the columns
//     SHA256SUMS      for `sha256sum -c`
//     system.smt2     the whole system as one file (system_file.h)
//     conditions/     the questions, and beside each its proof
//
// If none can be made, the folder is left empty.
Certificate Certify(const std::string& folder, const CertificateOptions& options);

}  // namespace model
