// properties/bench/peers/Peer.java -- the collectors of OpenJDK; which one, its options say.
//
// Objects have the slots that the graph asks for, and its bytes, but for owners, whose slots are an
// array. System.gc collects at once. The collectors move objects, so a list may be in order after
// the first collection. What they marked they do not tell: the count is of objects that can be
// reached, and after a drop the memory in use must have fallen too.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

final class Peer {
  // With compressed references a header has 12 bytes, and the number of the last walk 4.
  abstract static class Base {
    int walked;

    abstract Base get(int slot);

    abstract void set(int slot, Base target);

    abstract int slots();
  }

  static class Sized extends Base {
    Base a, b, c, d;

    Base get(int slot) {
      return slot == 0 ? a : slot == 1 ? b : slot == 2 ? c : d;
    }

    void set(int slot, Base target) {
      if (slot == 0) a = target;
      else if (slot == 1) b = target;
      else if (slot == 2) c = target;
      else d = target;
    }

    int slots() {
      return 4;
    }
  }

  static class Sized64 extends Sized {
    long p0, p1, p2, p3;
  }

  static class Sized80 extends Sized64 {
    long p4, p5;
  }

  static class Sized96 extends Sized80 {
    long p6, p7;
  }

  static class Sized112 extends Sized96 {
    long p8, p9;
  }

  static final class Sized128 extends Sized112 {
    long p10, p11;
  }

  static final class Owner extends Base {
    final Base[] children = new Base[50];

    Base get(int slot) {
      return children[slot];
    }

    void set(int slot, Base target) {
      children[slot] = target;
    }

    int slots() {
      return children.length;
    }
  }

  static class Link extends Base {
    Base next;
    long p0, p1, p2, p3, p4;

    Base get(int slot) {
      return next;
    }

    void set(int slot, Base target) {
      next = target;
    }

    int slots() {
      return 1;
    }
  }

  static final class Asset extends Link {
    long p5, p6, p7, p8;
  }

  static final class Child extends Base {
    Base owner, asset;
    long p0, p1, p2, p3, p4, p5, p6, p7, p8;

    Base get(int slot) {
      return slot == 0 ? owner : asset;
    }

    void set(int slot, Base target) {
      if (slot == 0) owner = target;
      else asset = target;
    }

    int slots() {
      return 2;
    }
  }

  // The numbers are those of kShapes in properties/bench/graph/graph.h.
  static Base made(int shape) {
    switch (shape) {
      case 0:
        return new Sized64();
      case 1:
        return new Sized80();
      case 2:
        return new Sized96();
      case 3:
        return new Sized112();
      case 4:
        return new Sized128();
      case 5:
        return new Owner();
      case 6:
        return new Child();
      case 7:
        return new Asset();
      case 8:
        return new Link();
      default:
        throw new IllegalArgumentException("expected a shape from 0 to 8, and not " + shape);
    }
  }

  static int[] shapes, targets, keptNumbers, droppedNumbers;
  static Base[] kept, dropped;
  static Base sink;
  static int walk;

  static int[] words(IntBuffer from, int count) {
    int[] words = new int[count];
    from.get(words);
    return words;
  }

  static void read(String file) throws IOException {
    try (FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.READ)) {
      IntBuffer all =
          channel
              .map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
              .order(ByteOrder.nativeOrder())
              .asIntBuffer();
      int[] head = words(all, 5);
      if (head[0] != 0x31475254) throw new IOException(file + ": holds no graph");
      shapes = words(all, head[1]);
      targets = words(all, head[2]);
      keptNumbers = words(all, head[3]);
      droppedNumbers = words(all, head[4]);
    }
  }

  static void link(Base[] objects) {
    int first = 0;
    for (int i = 0; i < shapes.length; ++i) {
      int slots = slotsOf(shapes[i]);
      for (int slot = 0; slot < slots && objects[i] != null; ++slot) {
        int target = targets[first + slot];
        if (target != 0) objects[i].set(slot, objects[target - 1]);
      }
      first += slots;
    }
  }

  static int slotsOf(int shape) {
    return shape < 5 ? 4 : shape == 5 ? 50 : shape == 6 ? 2 : 1;
  }

  static Base[] chosen(int[] numbers, Base[] objects) {
    Base[] roots = new Base[numbers.length];
    for (int i = 0; i < roots.length; ++i) roots[i] = objects[numbers[i]];
    return roots;
  }

  static Base[] build() {
    Base[] objects = new Base[shapes.length];
    for (int i = 0; i < objects.length; ++i) objects[i] = made(shapes[i]);
    link(objects);
    kept = chosen(keptNumbers, objects);
    dropped = chosen(droppedNumbers, objects);
    return objects;
  }

  static long count() {
    ++walk;
    long count = 0;
    ArrayDeque<Base> frontier = new ArrayDeque<>();
    for (Base[] roots : new Base[][] {kept, dropped}) {
      for (Base root : roots) {
        if (root.walked == walk) continue;
        root.walked = walk;
        frontier.push(root);
      }
    }
    while (!frontier.isEmpty()) {
      Base at = frontier.pop();
      ++count;
      for (int slot = 0; slot < at.slots(); ++slot) {
        Base target = at.get(slot);
        if (target == null || target.walked == walk) continue;
        target.walked = walk;
        frontier.push(target);
      }
    }
    return count;
  }

  static double since(long began) {
    return (System.nanoTime() - began) / 1e6;
  }

  static long used() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  static String trace() {
    long began = System.nanoTime();
    System.gc();
    double whole = since(began);
    return String.format(Locale.ROOT, "done whole=%.6f count=%d", whole, count());
  }

  // The odd numbers are those that the dropped roots keep (HalvesGraph).
  static String halve() {
    long before = used();
    dropped = new Base[0];
    long began = System.nanoTime();
    System.gc();
    double collect = since(began);
    if (used() > before * 0.75) return "failed the memory of what was dropped is still in use";
    long count = count();
    Base[] objects = new Base[shapes.length];
    began = System.nanoTime();
    for (int i = 1; i < objects.length; i += 2) objects[i] = made(shapes[i]);
    double refill = since(began);
    link(objects);
    dropped = chosen(droppedNumbers, objects);
    return String.format(
        Locale.ROOT, "done collect=%.6f refill=%.6f count=%d", collect, refill, count);
  }

  static String litter(int objects) {
    long began = System.nanoTime();
    for (int i = 0; i < objects; ++i) sink = new Sized64();
    double total = since(began);
    sink = null;
    return String.format(Locale.ROOT, "done total=%.6f count=%d", total, count());
  }

  // The numbers of bench::Random.
  static long state = 66;

  static int below(int bound) {
    state += 0x9e3779b97f4a7c15L;
    long mixed = state;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    mixed ^= mixed >>> 31;
    return (int) (((mixed >>> 32) * bound) >>> 32);
  }

  static void frame(Sized[] objects, boolean[] holdsNew, int stores) {
    for (int i = 0; i < stores; ++i) {
      int holder = below(objects.length), target = below(objects.length);
      holdsNew[holder] = i % 10 == 0;
      if (i % 10 == 0) {
        Sized made = new Sized64();
        made.d = objects[target];
        objects[holder].d = made;
      } else {
        objects[holder].d = objects[target];
      }
    }
  }

  // The first frames are run by the interpreter, and are not told.
  static String frames(int count, int stores, double milliseconds) {
    Base[] built = build();
    Sized[] objects = new Sized[built.length];
    for (int i = 0; i < objects.length; ++i) objects[i] = (Sized) built[i];
    boolean[] holdsNew = new boolean[objects.length];
    StringBuilder line = new StringBuilder("done frame=");
    for (int i = 0; i < 20; ++i) frame(objects, holdsNew, stores);
    // One collection after another, beside the frames.
    Thread collector =
        new Thread(
            () -> {
              while (!Thread.interrupted()) System.gc();
            });
    collector.setDaemon(true);
    collector.start();
    long start = System.nanoTime();
    for (int i = 0; i < count; ++i) {
      long began = System.nanoTime();
      frame(objects, holdsNew, stores);
      line.append(String.format(Locale.ROOT, i == 0 ? "%.6f" : ",%.6f", since(began)));
      long left = start + (long) (milliseconds * 1e6 * (i + 1)) - System.nanoTime();
      if (left > 0) LockSupport.parkNanos(left);
    }
    collector.interrupt();
    long alive = count();
    for (boolean one : holdsNew) alive -= one ? 1 : 0;
    return line + String.format(Locale.ROOT, " count=%d", alive);
  }

  static String answer(String line) throws IOException {
    String[] words = line.split(" ");
    switch (words[0]) {
      case "build":
        read(line.substring(6));
        build();
        System.gc();
        return "ready";
      case "trace":
        return trace();
      case "halve":
        return halve();
      case "litter":
        return litter(Integer.parseInt(words[1]));
      case "frames":
        return frames(
            Integer.parseInt(words[1]), Integer.parseInt(words[2]), Double.parseDouble(words[3]));
      default:
        return "cannot do this: " + line;
    }
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = in.readLine()) != null && !line.equals("quit"); ) {
      String answer;
      try {
        answer = answer(line);
      } catch (IOException | RuntimeException | OutOfMemoryError mistake) {
        answer = "failed " + mistake;
      }
      System.out.println(answer.replace('\n', ' '));
      System.out.flush();
    }
  }
}
