import * as v from 'valibot';
import { normaliseEmail, normalisePhone } from '../sign-in/identifier';
import { anObject, listField, textField } from './fields';
import { orderRecord } from './order-record';

/** Normalised as sign-in does it, or a customer could not sign in. */
const identifier = (normalise: (text: string) => string | undefined, reason: string) =>
  v.pipe(
    textField,
    v.rawTransform<string | undefined, string | undefined>(({ dataset, addIssue, NEVER }) => {
      const normalised = dataset.value === undefined ? undefined : normalise(dataset.value);
      if (normalised === dataset.value || normalised !== undefined) return normalised;
      addIssue({ message: reason });
      return NEVER;
    }),
  );

/** A customer of an import file. The format is the portal's own, so what it does not name is a mistake. */
export const customerRecord = v.pipe(
  v.strictObject(
    {
      email: identifier(normaliseEmail, 'is not an e-mail address'),
      phone: identifier(normalisePhone, 'is not a phone number with its country, as in +12025550123'),
      name: textField,
      orders: listField(orderRecord),
    },
    (issue) =>
      issue.expected === 'never'
        ? 'is not known here: a customer has email, phone, name and orders'
        : anObject(issue),
  ),
  v.check(
    ({ email, phone }) => Boolean(email ?? phone),
    'needs an e-mail address or a phone number to sign in with',
  ),
);

export type CustomerRecord = v.InferOutput<typeof customerRecord>;
