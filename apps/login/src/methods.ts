import { mdiCellphone, mdiEmailOutline } from '@mdi/js';
import {
  requestEmailCode,
  requestPhoneCode,
  verifyEmailCode,
  verifyPhoneCode,
  type SignInResponse,
} from '@portal/api';
import type { RequiredField } from './required-field-form';
import type { MethodName } from './sign-in-state';

/** What a customer is sent: to whom (the login identifier of specification section 3), and the code received. */
export interface Verification {
  identifier: string;
  code: string;
}

interface Method {
  /** Its word in the toggle. */
  label: string;
  icon: string;
  field: RequiredField;
  /** What to do when no code arrives; an unknown identifier is answered like a known one. */
  hint: string;
  /** What has to be said before a code is sent this way. */
  notice?: string;
  requestCode: (identifier: string) => Promise<SignInResponse>;
  verifyCode: (verification: Verification) => Promise<SignInResponse>;
}

/** The two ways to sign in; their texts and calls are those of specification sections 2 and 7. */
export const METHODS: Record<MethodName, Method> = {
  email: {
    label: 'Email',
    icon: mdiEmailOutline,
    field: {
      label: 'Email',
      missing: 'Enter your email address.',
      attributes: {
        name: 'email',
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        autoCapitalize: 'none',
      },
    },
    hint: 'Nothing arrived? Look in your spam folder, and check that this is the address we know you by.',
    requestCode: (email) => requestEmailCode({ email }),
    verifyCode: ({ identifier, code }) => verifyEmailCode({ email: identifier, code }),
  },
  phone: {
    label: 'Phone',
    icon: mdiCellphone,
    field: {
      label: 'Phone Number',
      missing: 'Enter your phone number.',
      attributes: { name: 'phone', type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
    },
    hint: 'Nothing arrived? Check that this is the number we know you by.',
    notice:
      'By providing your phone number, you agree to receive a one-time login code via SMS. Message and data rates may apply.',
    requestCode: (phone) => requestPhoneCode({ phone }),
    verifyCode: ({ identifier, code }) => verifyPhoneCode({ phone: identifier, code }),
  },
};
