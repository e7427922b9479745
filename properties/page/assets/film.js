// properties/page/assets/film.js -- the film of a run: what every object is after a step.
//
// The page carries, for each step, what changed. Going forward applies changes; going back begins
// at the last state that was kept. So a step is found quickly wherever it is, and only the objects
// of the current step are ever drawn.
'use strict';

const kKeptEvery = 50;

class Film {
  constructor(run, objects) {
    this.run = run;
    this.objects = objects;
    this.kept = [objects.map(() => null)];
    this.current = { step: 0, states: this.kept[0].slice() };
  }

  get length() { return this.run.steps.length; }
  step(at) { return this.run.steps[Math.min(at, this.length - 1)]; }

  // The states of all objects after `count` steps: none is there before the first.
  after(count) {
    count = Math.max(0, Math.min(count, this.length));
    if (count < this.current.step) {
      const from = Math.floor(count / kKeptEvery);
      this.current = { step: from * kKeptEvery, states: this.kept[from].slice() };
    }
    while (this.current.step < count) {
      for (const [object, state] of this.run.steps[this.current.step].changes) {
        this.current.states[object] = state;
      }
      this.current.step += 1;
      const at = this.current.step / kKeptEvery;
      if (Number.isInteger(at) && this.kept.length === at) {
        this.kept.push(this.current.states.slice());
      }
    }
    return this.current.states.slice();
  }
}

// What an object looks like: white, grey, black, doomed, gone or plain (no colour is known).
function looksOf(state) {
  if (state.life === 'freed') return 'gone';
  if (state.colour !== 'gone') return state.colour.toLowerCase();
  if (state.memory.includes('its memory is gone')) return 'gone';
  return state.life === 'alive' ? 'plain' : 'doomed';
}

const kLetters = { white: 'W', grey: 'G', black: 'B', doomed: 'D', gone: '×', plain: '' };

// One sentence about an object, for screen readers and for the pointer.
function aboutObject(name, state, nameOf) {
  const looks = looksOf(state);
  const parts = [name + ' is ' + (looks === 'plain' ? 'alive' : looks)];
  if (looks !== 'gone') {
    const fields = state.fields.map((to, field) => '.' + field + ' ' + nameOf(to));
    if (fields.length > 0) parts.push('fields ' + fields.join(', '));
    if (state.held.length > 0) parts.push('held by ' + state.held.join(', '));
    if (state.weak.length > 0) parts.push('weakly by ' + state.weak.join(', '));
    parts.push(...state.is);
    if (!state.reachable) parts.push('unreachable');
  }
  parts.push(...state.memory.map((text) => 'in memory ' + text));
  return parts.join('; ') + '.';
}

// The ends of a reference as one word, for sets.
function edgesOf(states) {
  const edges = new Map();
  states.forEach((state, from) => {
    if (state === null || looksOf(state) === 'gone') return;
    state.fields.forEach((to, field) => {
      if (to < 0) return;
      const key = from + '-' + to;
      if (!edges.has(key)) edges.set(key, { from, to, fields: [] });
      edges.get(key).fields.push(field);
    });
  });
  return edges;
}
