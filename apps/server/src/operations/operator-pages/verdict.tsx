/** @jsxRuntime automatic */
import type { ReactNode } from 'react';
import type { Finding } from '../../platform/config/finding';

/** How good something is: nothing to do, something to know, something to mend. */
export type State = Finding['state'];

const WORDS: Record<State, string> = { ok: 'OK', note: 'Note', fix: 'Fix' };

/** The state in one word, whose color only repeats it. */
export const Badge = ({ state, children = WORDS[state] }: { state: State; children?: ReactNode }) => (
  <span className={`badge ${state}`}>{children}</span>
);

/** What a page comes to, in one sentence at its beginning; below it, why. */
export const Verdict = ({ state, text, children }: { state: State; text: string; children?: ReactNode }) => (
  <section className={`card verdict ${state}`} aria-label="Verdict">
    <p>
      <Badge state={state} /> <strong>{text}</strong>
    </p>
    {children}
  </section>
);
