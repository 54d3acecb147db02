/** @jsxRuntime automatic */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { ReactNode } from 'react';
import { htmlOf } from '../../messages/mail/mail-frame';
import { CsrfToken, Form } from './form';
import type { Session } from './operator-access';

const STYLES = `
:root { color-scheme: light dark; --page: #f3f5f7; --card: #fff; --line: #d9dfe5; --text: #1c2126; --faint: #5a6570; --accent: #0b57a4; --on-accent: #fff; --bad: #a4181c; --good: #17663a; }
@media (prefers-color-scheme: dark) { :root { --page: #121518; --card: #1d2226; --line: #3b434a; --text: #e9ecef; --faint: #aab4bd; --accent: #8ab8f0; --on-accent: #10161c; --bad: #ff9a94; --good: #7fd6a2; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, 'Segoe UI', Roboto, Arial, sans-serif; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
:is(nav a, button, summary):hover { text-decoration: underline; }
header { background: var(--card); border-bottom: 1px solid var(--line); }
header > div, main { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
header > div { display: flex; flex-wrap: wrap; align-items: center; column-gap: 1.5rem; }
header p { margin: 0.5rem 0; font-weight: 700; }
nav { display: flex; flex-wrap: wrap; flex: 1; }
nav a { padding: 0.75rem; color: var(--text); text-decoration: none; border-bottom: 3px solid transparent; }
nav a[aria-current] { border-color: var(--accent); font-weight: 600; }
.session { display: flex; align-items: center; gap: 0.75rem; color: var(--faint); padding: 0.5rem 0; overflow-wrap: anywhere; }
main { padding-block: 1.5rem 4rem; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.25; }
h2 { margin: 0; font-size: 1.25rem; line-height: 1.4; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; margin: 0 0 1rem; overflow-wrap: anywhere; }
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
.outcome { border-inline-start: 4px solid var(--good); white-space: pre-line; }
.outcome.bad { border-color: var(--bad); }
.bad { color: var(--bad); }
.faint { color: var(--faint); }
.scroll { overflow-x: auto; margin: 0.5rem 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
caption { text-align: start; font-weight: 600; padding: 0.25rem 0; }
th, td { text-align: start; vertical-align: top; padding: 0.5rem 1rem 0.5rem 0; border-top: 1px solid var(--line); }
th { color: var(--faint); font-weight: 500; white-space: nowrap; }
td { overflow-wrap: break-word; max-width: 28rem; }
svg { display: block; width: 24rem; max-width: 100%; background: var(--page); border-bottom: 1px solid var(--line); color: var(--bad); margin: 0.25rem 0 1rem; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: start; }
td .actions { flex-wrap: nowrap; }
.fields { display: flex; flex-direction: column; align-items: start; gap: 0.75rem; width: 100%; max-width: 24rem; margin: 0.75rem 0 0.25rem; }
.fields > p { margin: 0; }
label { display: block; width: 100%; font-weight: 500; }
input, select { display: block; width: 100%; min-height: 2.5rem; margin-top: 0.25rem; padding: 0.375rem 0.625rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--faint); border-radius: 6px; }
button, summary { min-height: 2.5rem; padding: 0.4375rem 1rem; font: inherit; font-weight: 600; border: 1px solid var(--accent); border-radius: 6px; background: transparent; color: var(--accent); cursor: pointer; }
td button { min-height: 2rem; padding: 0.1875rem 0.75rem; }
.fields button { background: var(--accent); color: var(--on-accent); }
.fields .danger { background: var(--bad); border-color: var(--bad); color: var(--card); }
summary { display: inline-block; list-style: none; }
summary::before { content: '+ '; }
details[open] > summary::before { content: '− '; }
details[open] { flex-basis: 100%; }
@media (max-width: 40rem) {
  header > div { justify-content: space-between; }
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
  outcome?: Notice | undefined;
  /** Who is signed in, and the pages that they can open; absent: nobody. */
  signedIn?: {
    session: Session;
    csrfToken: string;
    path: string;
    pages: readonly { path: string; name: string }[];
  };
  children?: ReactNode;
}

const Page = ({ brand, title, outcome, signedIn, children }: Frame) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* The outcome comes first: screen readers begin with the title. */}
      <title>{[outcome?.text, title, `${brand.name} operations`].filter(Boolean).join(' · ')}</title>
      <style dangerouslySetInnerHTML={{ __html: STYLES }} />
    </head>
    <body>
      <CsrfToken value={signedIn?.csrfToken ?? ''}>
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
                  <span>{signedIn.session.who}</span>
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
      </CsrfToken>
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
