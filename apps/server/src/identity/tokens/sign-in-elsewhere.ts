import type { FastifyBaseLogger } from 'fastify';
import type { Portal } from '../../platform/crypto/keys';
import type { Routes } from '../../platform/http/validation';
import type { SignIn } from '../sessions/sign-in';
import type { Trusted } from './issuer';

/** A sign-in besides codes, at another system whose tokens the portal accepts. */
export interface SignInElsewhere {
  /** Whose tokens can end sessions. */
  trusted: Trusted;
  /** What the sign-in screen says on its button, if it has one. */
  button?: { name: string };
  /** Calls of the portal's pages, behind the CSRF guard. */
  calls?: Routes<{ signIn: SignIn }>;
  /** Where browsers are sent to and back, with a proof of its own. */
  redirects?: Routes<{ signIn: SignIn }>;
  /** Where a customer with this ID token signs out there; undefined if nowhere. */
  endSessionUrl?: (idToken: string, log: FastifyBaseLogger) => Promise<string | undefined>;
}

/** Opens the sign-in that the environment configures; undefined without one. */
export type OpenSignInElsewhere = (portal: Portal) => SignInElsewhere | undefined;
