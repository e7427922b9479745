// properties/page/assets/steps.js -- the table of the steps around the current one.
'use strict';

const kRowsAround = 20;  // before it, and behind it

// The words of a note, with each place in the sources as a link to where it is shown.
function withPlaces(text, places) {
  const parts = [];
  let rest = text;
  for (;;) {
    const at = places.map((place) => [rest.indexOf(place.text), place])
                     .filter(([index]) => index >= 0)
                     .sort(([one], [other]) => one - other)[0];
    if (at === undefined) break;
    parts.push(rest.slice(0, at[0]), html('a', { href: '#' + at[1].id }, at[1].text));
    rest = rest.slice(at[0] + at[1].text.length);
  }
  return parts.concat(rest);
}

class Steps {
  constructor(body, film, data, jump) {
    this.body = body;
    this.film = film;
    this.data = data;
    this.jump = jump;
  }

  draw(at) {
    const first = Math.max(0, Math.min(at - kRowsAround, this.film.length - 2 * kRowsAround - 1));
    const end = Math.min(this.film.length, first + 2 * kRowsAround + 1);
    const rows = [];
    if (first + this.film.run.first > 0) {
      rows.push(this.rest(first, first + this.film.run.first, 'before', first - 1));
    }
    for (let i = first; i < end; ++i) rows.push(this.row(i, i === at));
    const left = this.film.length - end;
    if (left > 0) rows.push(this.rest(left, left, 'behind', end));
    this.body.replaceChildren(...rows);
    this.showCurrent();
  }

  // The current row is in sight, and the page does not scroll.
  showCurrent() {
    const row = this.body.querySelector('.current');
    const frame = this.body.closest('.rows');
    if (row === null || frame === null) return;
    const top = row.offsetTop, bottom = top + row.offsetHeight;
    if (top < frame.scrollTop + 40) frame.scrollTop = top - 40;
    if (bottom > frame.scrollTop + frame.clientHeight) frame.scrollTop = bottom - frame.clientHeight;
  }

  rest(there, count, side, at) {
    const cell = html('td', { colspan: 6 });
    const text = count + ' more ' + side;
    if (there > 0) {
      const button = html('button', { type: 'button' }, text);
      button.addEventListener('click', () => this.jump(at));
      cell.append(button);
    } else {
      cell.append(text + ', which are not shown');
    }
    return html('tr', { class: 'rest' }, cell);
  }

  row(at, current) {
    const step = this.film.step(at);
    const row = html('tr', { class: step.mark + (current ? ' current' : '') });
    if (current) row.setAttribute('aria-current', 'step');
    const mark = html('td', { class: 'mark' }, kMarks[step.mark]);
    if (step.mark) mark.setAttribute('aria-label', step.mark === 'loss' ? 'noticed here' : 'guilty');
    const note = html('td', { class: 'note' }, ...withPlaces(step.note, this.data.places));
    if (step.where) {
      note.append(html('span', { class: 'where' }, ...withPlaces(step.where, this.data.places)));
    }
    const rule = this.data.rules.find((one) => one.steps.includes(step.number));
    if (rule) note.append(html('a', { href: '#' + rule.id, class: 'rule' }, rule.name));
    row.append(mark, html('td', { class: 'number' }, String(step.number)),
               html('td', {}, step.lane), html('td', {}, html('code', {}, step.operation)),
               html('td', {}, step.colours), note);
    row.addEventListener('click', (event) => {
      if (event.target.closest('a') === null) this.jump(at);
    });
    return row;
  }
}

// The objects of a step as rows, for readers that see no drawing.
function objectRows(states, data, nameOf) {
  const rows = [];
  states.forEach((state, object) => {
    if (state === null) return;
    const looks = looksOf(state);
    if (looks === 'gone' && object !== data.lost) return;
    const fields = state.fields.map((to, field) => '.' + field + ' ' + nameOf(to)).join(', ');
    const notes = state.is.concat(state.memory, state.reachable ? [] : ['unreachable']);
    rows.push(html('tr', {}, html('th', { scope: 'row' }, data.objects[object].name),
                   html('td', {}, looks === 'plain' ? 'alive' : looks), html('td', {}, fields),
                   html('td', {}, state.held.concat(state.weak.map((w) => w + ' (weak)')).join(', ')),
                   html('td', {}, notes.join(', '))));
  });
  return rows;
}
