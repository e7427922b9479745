// properties/page/assets/lanes.js -- the steps in their lanes, from left to right.
//
// Only the steps around the current one are boxes; the whole run is one drawing of a few pixels
// above the slider, so that a run of ten thousand steps has as many elements as one of twenty.
'use strict';

const kBox = { width: 138, height: 30, gap: 8, lane: 42, head: 92 };
const kMarks = { guilty: '>', loss: '!', '': '' };

function shortText(text, most) {
  return text.length <= most ? text : text.slice(0, most - 1) + '…';
}

class Lanes {
  constructor(element, overview, film, jump) {
    this.element = element;
    this.overview = overview;
    this.film = film;
    this.jump = jump;
    this.names = [];
    for (const step of film.run.steps) {
      if (!this.names.includes(step.lane)) this.names.push(step.lane);
    }
    this.names.sort((one, other) => (one === 'collector') - (other === 'collector'));
  }

  // Draws the boxes around a step, as many as there is room for.
  draw(at) {
    const room = Math.max(320, this.element.parentElement.clientWidth || 900);
    const fit = Math.max(2, Math.floor((room - kBox.head) / (kBox.width + kBox.gap)));
    const count = Math.min(fit, this.film.length);
    const first = Math.max(0, Math.min(at - (count >> 1), this.film.length - count));
    const height = 22 + this.names.length * kBox.lane;
    const parts = this.names.map((name, lane) => this.name(name, lane, room));
    for (let i = first; i < first + count; ++i) {
      parts.push(this.phase(i, i - first), this.box(i, i - first, i === at));
    }
    this.element.setAttribute('viewBox', '0 0 ' + room + ' ' + height);
    this.element.style.height = height + 'px';
    this.element.replaceChildren(...parts);
    this.drawOverview(at);
  }

  left(slot) { return kBox.head + slot * (kBox.width + kBox.gap); }

  name(name, lane, room) {
    const y = 22 + lane * kBox.lane;
    return svg('g', { class: 'lane' },
               svg('rect', { x: 0, y, width: room, height: kBox.lane - 4, rx: 4 }),
               svg('text', { x: 8, y: y + 23 }, shortText(name, 12)));
  }

  phase(at, slot) {
    const phase = this.film.step(at).phase;
    const x = this.left(slot);
    const same = slot > 0 && this.film.step(at - 1).phase === phase;
    const group = svg('g', { class: 'phase ' + phase },
                      svg('rect', { x: x - kBox.gap / 2, y: 0, width: kBox.width + kBox.gap,
                                    height: 16 }));
    if (!same && phase !== 'unknown') group.append(svg('text', { x: x + 2, y: 12 }, phase));
    return group;
  }

  box(at, slot, current) {
    const step = this.film.step(at);
    const lane = Math.max(0, this.names.indexOf(step.lane));
    const x = this.left(slot), y = 22 + lane * kBox.lane + 4;
    const kinds = ['box', step.mark];
    if (current) kinds.push('current');
    const label = kMarks[step.mark] + step.number + ' ' + step.operation;
    const group = svg('g', { class: kinds.join(' '), 'data-step': step.number },
                      svg('rect', { x, y, width: kBox.width, height: kBox.height, rx: 5 }),
                      svg('text', { x: x + 7, y: y + 19 }, shortText(label, 17)),
                      svg('title', {}, label + (step.note ? ': ' + step.note : '')));
    group.addEventListener('click', () => this.jump(at));
    return group;
  }

  drawOverview(at) {
    const canvas = this.overview;
    const width = canvas.clientWidth || 600, height = 14;
    canvas.width = width;
    canvas.height = height;
    const paint = canvas.getContext('2d');
    if (paint === null) return;
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(name).trim();
    // As the slider below it: its thumb has a width too.
    const inset = 8, last = Math.max(1, this.film.length - 1);
    const step = (width - 2 * inset) / last;
    const left = (i) => inset + i * step - step / 2;
    this.film.run.steps.forEach((one, i) => {
      paint.fillStyle = colour('--phase-' + one.phase) || colour('--phase-unknown');
      paint.fillRect(left(i), 4, Math.max(step, 1), height - 8);
    });
    this.film.run.steps.forEach((one, i) => {
      if (one.mark === '') return;
      paint.fillStyle = colour('--' + one.mark);
      paint.fillRect(left(i), 0, Math.max(step, 3), height);
    });
    paint.fillStyle = colour('--ink');
    paint.fillRect(inset + at * step - 1, 0, 2, height);
  }
}
