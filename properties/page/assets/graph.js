// properties/page/assets/graph.js -- draws the heap after one step.
//
// Every colour is a shape and a letter too, so that nothing is said by colour alone: a circle is
// white (W), a hexagon grey (G), a square black (B), an octagon with a cross doomed (D), a dotted
// circle gone.
'use strict';

const kSvg = 'http://www.w3.org/2000/svg';
const kCell = { width: 132, height: 114 };
const kRadius = 25;
const kMargin = { x: 70, y: 80 };

function svg(name, attributes, ...children) {
  const element = document.createElementNS(kSvg, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of children) element.append(child);
  return element;
}

function html(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of children) element.append(child);
  return element;
}

function polygon(sides, radius, turn) {
  const points = [];
  for (let i = 0; i < sides; ++i) {
    const angle = ((i + turn) * 2 * Math.PI) / sides;
    points.push((radius * Math.cos(angle)).toFixed(1) + ',' + (radius * Math.sin(angle)).toFixed(1));
  }
  return points.join(' ');
}

function shapeOf(looks) {
  switch (looks) {
    case 'grey':
      return [svg('polygon', { points: polygon(6, kRadius + 2, 0), class: 'shape' })];
    case 'black':
      return [svg('rect', { x: -23, y: -23, width: 46, height: 46, rx: 4, class: 'shape' })];
    case 'doomed':
      return [svg('polygon', { points: polygon(8, kRadius + 1, 0.5), class: 'shape' }),
              svg('path', { d: 'M-17 -17L17 17M17 -17L-17 17', class: 'cross' })];
    default:
      return [svg('circle', { r: kRadius, class: 'shape' })];
  }
}

function pill(text, y, kind) {
  const width = Math.max(24, text.length * 6.6 + 12);
  return svg('g', { class: 'pill ' + kind, transform: 'translate(0 ' + y + ')' },
             svg('rect', { x: -width / 2, y: -9, width, height: 18, rx: kind === 'weak' ? 9 : 3 }),
             svg('text', { y: 4 }, text));
}

function shortened(words, most) {
  if (words.length <= most) return words;
  return words.slice(0, most - 1).concat('+' + (words.length - most + 1));
}

class Graph {
  // `element` is the svg; `film` the run; `data` the whole page's data.
  constructor(element, film, data) {
    this.element = element;
    this.film = film;
    this.data = data;
    this.width = kMargin.x * 2;
    this.height = kMargin.y * 2;
    for (const object of data.objects) {
      this.width = Math.max(this.width, kMargin.x * 2 + object.column * kCell.width);
      this.height = Math.max(this.height, kMargin.y * 2 + object.row * kCell.height);
    }
    element.setAttribute('viewBox', '0 0 ' + this.width + ' ' + this.height);
    this.path = new Set();
    for (let i = 0; i + 1 < data.path.length; ++i) {
      this.path.add(data.path[i] + '-' + data.path[i + 1]);
    }
    this.zoom(1);
  }

  // A small heap is drawn larger than its measures; a large one shrinks to what there is room for.
  zoom(factor) {
    const scale = factor * Math.max(1, Math.min(1.5, 520 / this.width));
    this.element.style.width = Math.round(this.width * scale) + 'px';
    this.element.classList.toggle('fitted', factor === 1);
  }

  place(object) {
    const { column, row } = this.data.objects[object];
    return { x: kMargin.x + column * kCell.width, y: kMargin.y + row * kCell.height };
  }

  nameOf(object) {
    if (object >= 0) return this.data.objects[object].name;
    return object === -1 ? 'null' : object === -2 ? 'freed memory' : 'an object that is not drawn';
  }

  // Draws the heap after `count` steps. `loses`: whether this is the run that loses the object.
  draw(count, loses) {
    const before = this.film.after(count - 1);
    const states = this.film.after(count);
    const here = edgesOf(states), then = edgesOf(before);
    const parts = [];
    for (const [key, edge] of then) {
      if (!here.has(key) && states[edge.from] !== null) parts.push(this.edge(edge, 'cut'));
    }
    for (const [key, edge] of here) {
      let kind = then.has(key) ? '' : 'new';
      if (loses && this.path.has(key)) kind += ' lost';
      parts.push(this.edge(edge, kind));
    }
    states.forEach((state, object) => {
      if (state !== null && this.isShown(object, state, before[object])) {
        parts.push(this.object(object, state, before[object], loses));
      }
    });
    const empty = states.every((state) => state === null);
    if (empty) {
      parts.push(svg('text', { x: this.width / 2, y: this.height / 2, class: 'empty' },
                     'no object yet'));
    }
    this.element.replaceChildren(...parts);
    const there = states.filter((state) => state !== null && looksOf(state) !== 'gone').length;
    this.element.setAttribute('aria-label', 'The heap after this step: ' + there + ' objects');
    return states;
  }

  // What is freed is shown once more in that step, for its place may be used again; but what was
  // lost stays.
  isShown(object, state, before) {
    return state.life !== 'freed' || object === this.data.lost ||
           (before && before.life !== 'freed');
  }

  edge(edge, kind) {
    const from = this.place(edge.from), to = this.place(edge.to);
    const label = edge.fields.map((field) => '.' + field).join(' ');
    const group = svg('g', { class: 'edge ' + kind });
    const head = kind.includes('lost') ? 'url(#head-lost)' : kind === 'cut' ? '' : 'url(#head)';
    let curve, at;
    if (edge.from === edge.to) {
      curve = 'M' + (from.x + 20) + ' ' + (from.y - 17) + 'c34 -30 34 50 4 38';
      at = { x: from.x + 50, y: from.y };
    } else {
      const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
      const across = { x: -dy / length, y: dx / length };
      const bend = Math.abs(dy) < 1 && length > kCell.width * 1.2 ? 46 : 12;
      const middle = { x: (from.x + to.x) / 2 + across.x * bend,
                       y: (from.y + to.y) / 2 + across.y * bend };
      const start = this.towards(from, middle, kRadius + 3);
      const end = this.towards(to, middle, kRadius + 9);
      curve = 'M' + start.x + ' ' + start.y + 'Q' + middle.x.toFixed(1) + ' ' +
              middle.y.toFixed(1) + ' ' + end.x + ' ' + end.y;
      at = { x: start.x * 0.3 + middle.x * 0.7 + across.x * 11,
             y: start.y * 0.3 + middle.y * 0.7 + across.y * 11 + 4 };
    }
    group.append(svg('path', { d: curve, 'marker-end': head }));
    const said = kind === 'cut' ? label + ' cut' : kind.includes('new') ? label + ' new' : label;
    group.append(svg('text', { x: at.x, y: at.y, class: 'field' }, said));
    group.append(svg('title', {}, this.nameOf(edge.from) + ' refers to ' + this.nameOf(edge.to) +
                                  ' by ' + label + (kind ? ' (' + kind.trim() + ')' : '')));
    return group;
  }

  towards(from, to, distance) {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    return { x: +(from.x + ((to.x - from.x) * distance) / length).toFixed(1),
             y: +(from.y + ((to.y - from.y) * distance) / length).toFixed(1) };
  }

  object(object, state, before, loses) {
    const looks = looksOf(state);
    const { x, y } = this.place(object);
    const kinds = ['object', looks];
    if (before === null) kinds.push('born');
    else if (before && looksOf(before) !== looks) kinds.push('turned');
    const isLost = loses && object === this.data.lost;
    if (isLost) kinds.push('the-lost');
    if (!state.reachable) kinds.push('unreachable');
    const about = aboutObject(this.nameOf(object), state, (to) => this.nameOf(to));
    const group = svg('g', { class: kinds.join(' '), transform: 'translate(' + x + ' ' + y + ')',
                             role: 'img', tabindex: 0, 'aria-label': about });
    group.append(svg('title', {}, about));
    if (isLost) group.append(svg('circle', { r: kRadius + 9, class: 'halo' }));
    group.append(...shapeOf(looks));
    group.append(svg('text', { y: 5, class: 'name' }, this.nameOf(object)));
    if (kLetters[looks]) {
      group.append(svg('g', { class: 'letter', transform: 'translate(23 -21)' },
                       svg('circle', { r: 9 }), svg('text', { y: 4 }, kLetters[looks])));
    }
    if (looks === 'gone') return group;
    const above = shortened(state.held, 2);
    const top = isLost ? -46 : -37;
    above.forEach((text, i) => group.append(pill(text, top - 19 * (above.length - 1 - i), 'held')));
    this.below(group, state, isLost);
    return group;
  }

  below(group, state, isLost) {
    const lines = shortened(state.weak, 2).map((text) => [text, 'weak']);
    for (const text of state.memory) lines.push([text, 'memory']);
    for (const text of state.is) lines.push([text, 'is']);
    if (!state.reachable && !isLost) lines.push(['unreachable', 'is']);
    if (isLost && state.reachable) lines.push(['reachable', 'memory']);
    lines.slice(0, 3).forEach(([text, kind], i) => {
      const y = kRadius + (isLost ? 22 : 13) + 18 * i;
      group.append(kind === 'weak' ? pill(text, y, 'weak')
                                   : svg('text', { y: y + 3, class: kind }, text));
    });
  }
}
