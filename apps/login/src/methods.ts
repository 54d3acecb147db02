import { mdiCellphone, mdiEmailOutline } from '@mdi/js';
import type { SignInMethod } from '@portal/api';
import type { RequiredField } from './required-field-form';

interface Method {
  /** Its label in the toggle. */
  label: string;
  icon: string;
  /** The heading of step 2, which says where the code arrives. */
  heading: string;
  field: RequiredField;
  /** Helps when no code arrives: the server does not reveal whether it knows an identifier. */
  hint: string;
  /** Shown before a code is requested. */
  notice?: string;
}

/** The two sign-in methods, with the texts (for `i18n.t`) of specification section 2. */
export const METHODS: Record<SignInMethod, Method> = {
  email: {
    label: /*i18n*/ 'Email',
    icon: mdiEmailOutline,
    heading: /*i18n*/ 'Check your email',
    field: {
      label: /*i18n*/ 'Email',
      missing: /*i18n*/ 'Enter your email address.',
      attributes: {
        name: 'email',
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        autoCapitalize: 'none',
      },
    },
    hint: /*i18n*/ 'Nothing arrived? Look in your spam folder, and check that this is the address we have for you.',
  },
  phone: {
    label: /*i18n*/ 'Phone',
    icon: mdiCellphone,
    heading: /*i18n*/ 'Check your phone',
    field: {
      label: /*i18n*/ 'Phone Number',
      missing: /*i18n*/ 'Enter your phone number.',
      attributes: { name: 'phone', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    },
    hint: /*i18n*/ 'Nothing arrived? Sign in with your email address instead.',
    notice:
      /*i18n*/ 'By providing your phone number, you agree to receive a one-time login code via SMS. Message and data rates may apply.',
  },
};
