/** A site whose router recognizes its history entries by `history.state` and ignores all others. */
const HOME = '/by-state';

const site = document.querySelector('#site') ?? document.body;
site.innerHTML = `
  <nav aria-label="Site"><a href="${HOME}/">Home</a> <a href="${HOME}/account">My account</a></nav>
  <p role="status" aria-label="Portal"></p>
  <main></main>`;
const said = site.querySelector('p');
const main = site.querySelector('main');

let shown: string | undefined;
let place = 0;

/** Keeps the page while only the path below it changes. */
const show = (): void => {
  const page = location.pathname.startsWith(`${HOME}/account`)
    ? `<customer-portal base="${HOME}/account"></customer-portal>`
    : '<h1>Welcome</h1>';
  if (main && page !== shown) main.innerHTML = page;
  shown = page;
};

const placeOf = (state: unknown): unknown =>
  typeof state === 'object' && state !== null && 'place' in state ? state.place : undefined;

site.querySelector('nav')?.addEventListener('click', (event) => {
  if (!(event.target instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  place = Date.now();
  history.pushState({ place }, '', event.target.href);
  show();
});

window.addEventListener('popstate', ({ state }) => {
  const next = placeOf(state);
  if (typeof next !== 'number' || next === place) return;
  place = next;
  show();
});

for (const type of ['portal-ready', 'portal-signed-in', 'portal-signed-out'])
  document.addEventListener(type, () => said?.replaceChildren(type));

history.replaceState({ place }, '');
show();
