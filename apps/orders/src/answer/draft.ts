import { DRAFT_PREFIX, type Asks } from '@portal/api';
import { inStorage } from '@portal/contract';
import { useEffect, useState } from 'react';
import * as v from 'valibot';

const draftSchema = v.object({
  choice: v.optional(v.string()),
  text: v.string(),
  files: v.array(v.object({ id: v.string(), name: v.string(), size: v.number() })),
  /** The server takes each key once: sending the draft again after a lost response is no second answer. */
  key: v.string(),
  /** The revision of the question that the customer chose for. */
  revision: v.optional(v.string()),
});

/** An answer that is not sent yet. */
export type Draft = v.InferOutput<typeof draftSchema>;

const storedSchema = v.pipe(v.string(), v.parseJson(), draftSchema);

/** A random UUID. `crypto.randomUUID` is missing in pages without https. */
export const randomUuid = (): string => {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  const digits = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  // With the marks of version 4 (RFC 9562).
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-8$4-');
};

const read = (storageKey: string, revision: string | undefined): Draft => {
  const { success, output } = v.safeParse(
    storedSchema,
    inStorage((storage) => storage.getItem(storageKey), 'sessionStorage'),
  );
  if (!success) return { text: '', files: [], key: randomUuid() };
  // "Yes" to a price is no yes to another one.
  return output.revision === revision ? output : { ...output, choice: undefined };
};

/**
 * What the customer has entered and not sent: it survives a failure, a visit to another screen, and the sign-in after an
 * ended session.
 * @param asks undefined for a message that nobody asked for
 */
export const useAnswerDraft = (orderNbr: string, asks: Pick<Asks, 'id' | 'revision'> | undefined) => {
  const storageKey = `${DRAFT_PREFIX}${orderNbr} ${asks?.id ?? ''}`;
  const revision = asks?.revision;
  const [draft, setDraft] = useState(() => read(storageKey, revision));
  useEffect(() => {
    inStorage((storage) => storage.setItem(storageKey, JSON.stringify(draft)), 'sessionStorage');
  }, [storageKey, draft]);
  return {
    draft,
    /** Another content is another answer: the server would take the first one for it. */
    change: (changeOf: (draft: Draft) => Partial<Draft>) =>
      setDraft((current) => ({ ...current, ...changeOf(current), revision, key: randomUuid() })),
    forget: () => inStorage((storage) => storage.removeItem(storageKey), 'sessionStorage'),
  };
};
