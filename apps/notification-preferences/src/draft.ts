import { useDraft } from '@portal/api';
import * as v from 'valibot';

const choice = v.exactOptional(v.boolean());

/** What the form saves: how the customer is written to, and what about. */
const draftSchema = v.object({ email: choice, sms: choice, status: choice, entries: choice, visits: choice });

const names = v.keyof(draftSchema).options;

/** The choices that were changed. */
export type Draft = v.InferOutput<typeof draftSchema>;

/** Whether a choice differs from the stored ones. */
export const isUnsaved = (draft: Partial<Record<keyof Draft, boolean | undefined>>, saved: typeof draft) =>
  names.some((name) => draft[name] !== undefined && draft[name] !== saved[name]);

/** The changes that are not saved. */
export const usePreferencesDraft = () => useDraft('preferences', draftSchema, (stored = {}) => stored);
