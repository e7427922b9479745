// properties/page/assets/player.js -- goes through the run: by keys, by buttons, by the slider.
//
// The part of the address behind # says where the page begins, and what a test asks of it:
//     #step=12            after step 12; #step=end after the last
//     #press=End,ArrowLeft*2    these keys are pressed, one after the other
//     #print              what is printed is there
//     #count              the root element says how many elements there are,
//                         and how light the paper is
'use strict';

const kBeat = 900;  // milliseconds a step, when playing

class Player {
  constructor(data) {
    this.data = data;
    this.film = new Film(data.run, data.objects);
    this.at = 0;
    this.timer = null;
    const get = (id) => document.getElementById(id);
    this.parts = {
      slider: get('slider'), play: get('play'), where: get('where'), caption: get('caption'),
      objects: get('objects'), beside: get('beside'), otherwise: get('otherwise-run'),
      otherwiseSays: get('otherwise-says'), printed: get('printed'),
    };
    const jump = (at) => this.go(at);
    this.graphs = [];
    if (data.run.steps.some((step) => step.seen)) {
      this.graphs.push(new Graph(get('graph'), this.film, data));
      if (data.otherwise) {
        this.other = new Film(data.otherwise.run, data.objects);
        this.graphs.push(new Graph(get('otherwise-graph'), this.other, data));
      }
    }
    this.lanes = new Lanes(get('lanes'), get('overview'), this.film, jump);
    this.steps = new Steps(get('step-rows'), this.film, data, jump);
    this.marked = [];
    data.run.steps.forEach((step, i) => { if (step.mark) this.marked.push(i); });
    this.listen(get);
  }

  listen(get) {
    const click = (id, act) => get(id) && get(id).addEventListener('click', act);
    click('first', () => this.go(0));
    click('back', () => this.go(this.at - 1));
    click('play', () => this.play(this.timer === null));
    click('forward', () => this.go(this.at + 1));
    click('last', () => this.go(this.film.length - 1));
    click('next-mark', () => this.goToMark(1));
    let factor = 1;
    const zoom = (by) => {
      factor = Math.max(0.4, Math.min(3, by === 0 ? 1 : factor * by));
      this.graphs.forEach((graph) => graph.zoom(factor));
    };
    click('larger', () => zoom(1.25));
    click('smaller', () => zoom(0.8));
    click('fit', () => zoom(0));
    this.parts.slider.addEventListener('input', () => this.go(Number(this.parts.slider.value) - 1));
    if (this.parts.beside) this.parts.beside.addEventListener('change', () => this.draw());
    for (const chip of document.querySelectorAll('[data-go]')) {
      chip.addEventListener('click', () => this.goToNumber(Number(chip.dataset.go)));
    }
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('resize', () => this.lanes.draw(this.at));
    window.addEventListener('hashchange', () => this.obey(location.hash));
    window.addEventListener('beforeprint', () => this.print());
    window.addEventListener('afterprint', () => this.parts.printed.replaceChildren());
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const on = event.target instanceof Element ? event.target : document.body;
    const acts = {
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1),
      PageUp: () => this.go(this.at - 10), PageDown: () => this.go(this.at + 10),
      Home: () => this.go(0), End: () => this.go(this.film.length - 1),
      ' ': () => this.play(this.timer === null),
      n: () => this.goToMark(1), p: () => this.goToMark(-1),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    // What has the focus knows some keys itself.
    if (event.key === ' ' && on.closest('button, a, summary, input') !== null) return;
    if (on === this.parts.slider) return;
    event.preventDefault();
    act();
  }

  goToNumber(number) { this.go(number - 1 - this.film.run.first); }

  // To the next marked step, or the one before; from the last to the first.
  goToMark(direction) {
    const ahead = this.marked.filter((i) => (i - this.at) * direction > 0);
    const all = ahead.concat(this.marked);
    const next = direction > 0 ? all[0] : ahead.length > 0 ? ahead.at(-1) : this.marked.at(-1);
    if (next !== undefined) this.go(next);
  }

  go(at) {
    this.at = Math.max(0, Math.min(at, this.film.length - 1));
    if (this.at === this.film.length - 1) this.play(false);
    this.draw();
    try {
      history.replaceState(null, '', '#step=' + this.film.step(this.at).number);
    } catch { /* a page that is shown inside another may not */ }
  }

  play(on) {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    if (on) {
      if (this.at === this.film.length - 1) this.go(0);
      this.timer = setInterval(() => this.go(this.at + 1), kBeat);
    }
    this.parts.play.textContent = on ? 'Pause' : 'Play';
  }

  draw() {
    const step = this.film.step(this.at);
    this.parts.slider.value = String(this.at + 1);
    this.parts.slider.setAttribute('aria-valuetext', 'step ' + step.number + ', ' + step.operation);
    this.parts.where.textContent = 'step ' + step.number + ' of ' +
                                   (this.film.run.first + this.film.length);
    this.say(step);
    this.lanes.draw(this.at);
    this.steps.draw(this.at);
    if (this.graphs.length > 0) this.drawHeaps();
    document.documentElement.dataset.step = step.number;
    document.documentElement.dataset.mark = step.mark;
  }

  say(step) {
    const mark = { guilty: 'guilty: ', loss: 'noticed here: ', '': '' }[step.mark];
    const did = step.did && step.did !== step.note ? ' (' + step.did + ')' : '';
    this.parts.caption.className = step.mark;
    this.parts.caption.replaceChildren(
        html('strong', {}, step.number + '. ' + step.operation), ' ', mark + step.note + did);
  }

  drawHeaps() {
    const states = this.graphs[0].draw(this.at + 1, true);
    const nameOf = (to) => this.graphs[0].nameOf(to);
    this.parts.objects.replaceChildren(...objectRows(states, this.data, nameOf));
    if (this.graphs.length < 2) return;
    const shown = this.parts.beside.checked;
    this.parts.otherwise.hidden = !shown;
    if (!shown) return;
    this.graphs[1].draw(this.at + 1, false);
    const step = this.other.step(this.at);
    const ends = this.at >= this.film.length - 1;
    this.parts.otherwiseSays.textContent =
        (step.did ? step.number + '. ' + step.did + '. ' : '') +
        (ends ? 'To its end this run agrees with the oracle.' : '');
  }

  // What is printed: the heap at each marked step, and every step of a short run.
  print() {
    const printed = [];
    const few = this.marked.slice(0, 8);
    for (const at of few.length > 0 ? few : [this.film.length - 1]) {
      if (this.graphs.length === 0) break;
      const step = this.film.step(at);
      const picture = svg('svg', { role: 'img', class: 'graph fitted' });
      new Graph(picture, this.film, this.data).draw(at + 1, true);
      printed.push(html('figure', {}, html('figcaption', {}, kMarks[step.mark] + ' ' + step.number +
                                           ' ' + step.operation + ': ' + step.note), picture));
    }
    const body = html('tbody', {});
    this.film.run.steps.forEach((step, i) => {
      const near = this.film.length <= 200 || this.marked.some((at) => Math.abs(at - i) <= 10);
      if (near) body.append(this.steps.row(i, false));
    });
    printed.push(html('table', { class: 'steps' }, body));
    this.parts.printed.replaceChildren(...printed);
  }

  // What the address asks for.
  obey(hash) {
    const words = new URLSearchParams(hash.slice(1));
    const step = words.get('step');
    if (step === 'end') this.go(this.film.length - 1);
    else if (step !== null && Number(step) > 0) this.goToNumber(Number(step));
    for (const word of (words.get('press') || '').split(',')) {
      const [key, times] = word.split('*');
      for (let i = 0; key !== '' && i < Number(times || 1); ++i) {
        const name = key === 'Space' ? ' ' : key;
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      }
    }
    if (words.has('print')) this.print();
    if (words.has('count')) {
      document.documentElement.dataset.elements = document.getElementsByTagName('*').length;
      document.documentElement.dataset.paper = getComputedStyle(document.body).backgroundColor;
    }
  }
}

const kData = JSON.parse(document.getElementById('film').textContent);
document.documentElement.classList.add('scripted');
if (kData.run.steps.length > 0) {
  const player = new Player(kData);
  const asked = location.hash;
  player.goToNumber(kData.begin);
  player.obey(asked);
}
