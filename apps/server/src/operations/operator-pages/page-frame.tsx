/** @jsxRuntime automatic */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ReactNode } from 'react';
import { htmlOf } from '../../messages/mail/mail-frame';
import { Form, Reader, type Fields } from './form';
import type { Session } from './operator-access';

const STYLES = `
:root { color-scheme: light dark; --page: #f3f5f7; --card: #fff; --line: #d9dfe5; --text: #1c2126; --faint: #5a6570; --accent: #0b57a4; --on-accent: #fff; --fix: #a4181c; --fix-soft: #fbeaea; --note: #7a4b00; --note-soft: #fdf3e0; --ok: #17663a; --ok-soft: #e6f4eb; }
@media (prefers-color-scheme: dark) { :root { --page: #121518; --card: #1d2226; --line: #3b434a; --text: #e9ecef; --faint: #aab4bd; --accent: #8ab8f0; --on-accent: #10161c; --fix: #ff9a94; --fix-soft: #40211f; --note: #f2c26b; --note-soft: #3a2f1a; --ok: #7fd6a2; --ok-soft: #1a3526; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, 'Segoe UI', Roboto, Arial, sans-serif; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
:is(nav a, button, summary, .button):hover { text-decoration: underline; }
header { background: var(--card); border-bottom: 1px solid var(--line); }
header > div, main { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
header > div { display: flex; flex-wrap: wrap; align-items: center; column-gap: 1.5rem; }
header p { margin: 0.5rem 0; font-weight: 700; }
nav { display: flex; flex-wrap: wrap; flex: 1; }
nav a { padding: 0.75rem; color: var(--text); text-decoration: none; border-bottom: 3px solid transparent; }
nav a[aria-current] { border-color: var(--accent); font-weight: 600; }
.session { display: flex; align-items: center; gap: 0.75rem; color: var(--faint); padding: 0.5rem 0; overflow-wrap: anywhere; }
main { padding-block: 1.5rem 4rem; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.4; }
h3 { margin: 1rem 0 0; font-size: 1rem; }
.heading { display: flex; align-items: center; justify-content: space-between; gap: 0.75rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.narrow { max-width: 26rem; }
.bad { color: var(--fix); }
.outcome { border-inline-start: 4px solid var(--ok); border-start-start-radius: 0; border-end-start-radius: 0; white-space: pre-line; }
.outcome.bad { border-color: var(--fix); color: var(--fix); }
.verdict { border-inline-start: 4px solid var(--ok); border-start-start-radius: 0; border-end-start-radius: 0; }
.verdict p:first-child { display: flex; align-items: baseline; gap: 0.5rem; }
.verdict strong { font-size: 1.125rem; }
.verdict.note { border-inline-start-color: var(--note); }
.verdict.fix { border-inline-start-color: var(--fix); }
.verdict :is(p, ul) { margin: 0.5rem 0; }
.badge { display: inline-block; flex: none; white-space: nowrap; padding: 0 0.5rem; border-radius: 4px; font-size: 0.875rem; font-weight: 600; color: var(--ok); background: var(--ok-soft); }
.badge.note { color: var(--note); background: var(--note-soft); }
.badge.fix { color: var(--fix); background: var(--fix-soft); }
.faint { color: var(--faint); }
.scroll { overflow-x: auto; margin: 0.5rem 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
caption { text-align: start; font-weight: 600; padding: 0.25rem 0; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-top: 1px solid var(--line); }
th { color: var(--faint); font-weight: 500; white-space: nowrap; }
td { overflow-wrap: break-word; max-width: 28rem; }
time { white-space: nowrap; }
ul, ol { padding-inline-start: 1.25rem; }
.notes { margin: 0; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.75rem 1rem; margin: 0.75rem 0; }
dt { color: var(--faint); font-size: 0.9375rem; }
dd { margin: 0; white-space: pre-line; }
.failures { list-style: none; padding: 0; margin: 0 0 1rem; }
.failures > li { padding: 0.75rem 0; border-top: 1px solid var(--line); }
.failures p { margin: 0.25rem 0; }
.message { font-family: ui-monospace, monospace; font-size: 0.9375rem; }
.stack { margin: 0.25rem 0 0; font: 0.875rem/1.5 ui-monospace, monospace; color: var(--faint); }
figure { margin: 0.75rem 0 1.25rem; max-width: 44rem; }
figcaption { color: var(--faint); font-size: 0.9375rem; }
.plot { display: grid; grid-template-columns: 2.75rem 1fr; margin-top: 0.25rem; font-size: 0.8125rem; color: var(--faint); }
.plot svg { display: block; width: 100%; height: 5rem; background: var(--page); border-bottom: 1px solid var(--faint); }
.plot .good { fill: var(--ok); }
.plot .bad { fill: var(--fix); }
.scale { display: flex; flex-direction: column; justify-content: space-between; line-height: 1; }
.axis { grid-column: 2; display: flex; justify-content: space-between; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: start; }
.fields { display: flex; flex-direction: column; align-items: start; gap: 0.75rem; width: 100%; max-width: 24rem; margin: 0.75rem 0 0.25rem; }
.fields > p { margin: 0; }
label { display: block; width: 100%; font-weight: 500; }
input, select { display: block; width: 100%; min-height: 2.5rem; margin-top: 0.25rem; padding: 0.375rem 0.625rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--faint); border-radius: 6px; }
button, summary, .button { display: inline-block; min-height: 2.5rem; padding: 0.4375rem 1rem; font: inherit; font-weight: 600; border: 1px solid var(--accent); border-radius: 6px; background: transparent; color: var(--accent); text-decoration: none; cursor: pointer; }
td :is(button, summary) { min-height: 2rem; padding: 0.1875rem 0.75rem; }
.primary, .fields button { background: var(--accent); color: var(--on-accent); }
:is(button, summary).danger { border-color: var(--fix); color: var(--fix); }
.fields .danger { background: var(--fix); color: var(--card); }
summary { list-style: none; }
summary::before { content: '+ '; }
details[open] > summary::before { content: '− '; }
details[open] { flex-basis: 100%; }
@media (max-width: 40rem) {
  header > div { justify-content: space-between; }
  nav a { padding-block: 0.4375rem; }
  nav { order: 1; flex-basis: 100%; margin-inline: -0.75rem; }
  .rows thead { display: none; }
  .rows :is(table, tbody, tr, caption, td) { display: block; }
  .rows tr { padding: 0.5rem 0; border-top: 1px solid var(--line); }
  .rows td { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); padding: 0.125rem 0; border: 0; }
  .rows td::before { content: attr(data-title); color: var(--faint); }
}
`;

const HEADERS = {
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  'referrer-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLES).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
};

/** How an action ended, or what is wrong. */
export interface Notice {
  text: string;
  isFailure?: boolean;
}

interface Frame {
  brand: { name: string };
  title: string;
  /** What the title is about, if it does not say it. */
  subject?: string | undefined;
  outcome?: Notice | undefined;
  /** What a form was sent with that did not work. */
  refused?: Fields | undefined;
  /** Who is signed in, and the pages that they can open; absent: nobody. */
  signedIn?: {
    session: Session;
    csrfToken: string;
    path: string;
    pages: readonly { path: string; name: string }[];
  };
  children?: ReactNode;
}

const Page = ({ brand, title, subject, outcome, refused, signedIn, children }: Frame) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* The outcome comes first: screen readers begin with the title. */}
      <title>{[outcome?.text, title, subject, `${brand.name} operations`].filter(Boolean).join(' · ')}</title>
      <style dangerouslySetInnerHTML={{ __html: STYLES }} />
    </head>
    <body>
      <Reader
        value={{
          csrfToken: signedIn?.csrfToken ?? '',
          role: signedIn?.session.role ?? 'all',
          refused,
        }}
      >
        <header>
          <div>
            <p>{`${brand.name} operations`}</p>
            {signedIn && (
              <>
                <nav aria-label="Pages">
                  {signedIn.pages.map(({ path, name }) => (
                    <a key={path} href={path} aria-current={path === signedIn.path ? 'page' : undefined}>
                      {name}
                    </a>
                  ))}
                </nav>
                <div className="session">
                  <span>
                    {signedIn.session.who}
                    {signedIn.session.role !== 'all' && ` (${signedIn.session.role})`}
                  </span>
                  {!signedIn.session.isNamed && <Form action="/sign-out" submit="Sign out" />}
                </div>
              </>
            )}
          </div>
        </header>
        <main>
          <h1>{title}</h1>
          {outcome?.text && (
            <p role="status" className={outcome.isFailure ? 'card outcome bad' : 'card outcome'}>
              {outcome.text}
            </p>
          )}
          {children}
        </main>
      </Reader>
    </body>
  </html>
);

/** The HTML of a page without scripts, with its headers. */
export const renderPage = (reply: FastifyReply, frame: Frame): string => {
  reply.headers(HEADERS);
  return htmlOf(<Page {...frame} />);
};

/** The page of a failed request. */
export const renderFailure = (reply: FastifyReply, brand: Frame['brand'], text: string): string =>
  renderPage(reply, {
    brand,
    title: 'This did not work',
    outcome: { text, isFailure: true },
    children: <a href="/">Open the releases</a>,
  });
