import { inStorage } from '@portal/contract';
import { useEffect, useState } from 'react';
import * as v from 'valibot';

const PREFIX = 'portal-draft ';

const inTab = <Result>(act: (storage: Storage) => Result) => inStorage(act, 'sessionStorage');

/** Deletes all drafts of this tab: the next person at the device is another one. */
export const forgetDrafts = () =>
  inTab((storage) => {
    for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
  });

/**
 * What the customer has entered and not sent. It survives a failure, a reload, a visit to another screen, and the sign-in
 * after an ended session, until they log out.
 * @param schema reads a stored draft
 * @param start returns the draft to begin with, given the stored one, if there is any
 */
export const useDraft = <Draft>(
  name: string,
  schema: v.GenericSchema<unknown, Draft>,
  start: (stored: Draft | undefined) => Draft,
) => {
  const key = PREFIX + name;
  const [draft, setDraft] = useState(() => {
    const { success, output } = v.safeParse(
      v.pipe(v.string(), v.parseJson(), schema),
      inTab((storage) => storage.getItem(key)),
    );
    return start(success ? output : undefined);
  });
  useEffect(() => inTab((storage) => storage.setItem(key, JSON.stringify(draft))), [key, draft]);
  return {
    draft,
    setDraft,
    /** Deletes the stored draft, also when its screen is gone. */
    forget: () => inTab((storage) => storage.removeItem(key)),
  };
};
