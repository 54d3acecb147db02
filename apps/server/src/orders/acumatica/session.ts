import * as v from 'valibot';
import { addressOf, ErpError, type Send, type Settings } from './send';
import { RefusedSignInError, signInWithCookies, signInWithToken, withCookies, type Opened } from './sign-in';

/** Then, Acumatica has unlocked the user, and counts its refusals anew. */
const REFUSED_PAUSE_MS = 15 * 60_000;
const SIGN_OUT_TIMEOUT_MS = 5_000;

const sessionSchema = v.object({
  header: v.picklist(['cookie', 'authorization']),
  value: v.string(),
  url: v.string(),
  /** Whose it is: other settings do not read in it. */
  of: v.string(),
});

export type Session = v.InferOutput<typeof sessionSchema>;

/** The newest refresh token: each is good for one use. */
const grantSchema = v.object({ of: v.string(), refreshToken: v.string() });

const parse = <Schema extends v.GenericSchema>(schema: Schema, text: string | undefined) => {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return read.success ? read.output : undefined;
};

/** What outlives this process, and replicas share. */
export interface Kept {
  session?: string | undefined;
  /** Lasts longer than the session. */
  grant?: string | undefined;
}

export interface SessionKeeper {
  read: () => Promise<Kept>;
  save: (kept: { session?: string | null; grant?: string }) => Promise<void>;
  /** Until when these credentials are not tried again. */
  refusedUntil: (credentials: string) => Promise<Date | undefined>;
  noteRefused: (credentials: string, until: Date) => Promise<void>;
}

/** Whom a session or grant is of. */
const ofSettings = ({ url, clientId, tenant, branch, user }: Settings): string =>
  JSON.stringify([url.href, ...(clientId ? [clientId] : [tenant, branch, user])]);

/** A grant as it is kept. */
export const grantText = (settings: Settings, refreshToken: string): string =>
  JSON.stringify({ of: ofSettings(settings), refreshToken });

interface SessionOptions {
  settings: Settings;
  keeper: SessionKeeper;
  send: Send;
  now: () => number;
}

/** The one session of all replicas in the ERP. */
export const createSession = ({ settings, keeper, send, now }: SessionOptions) => {
  const { url, clientId } = settings;
  const of = ofSettings(settings);

  const read = async () => {
    const { session, grant } = await keeper.read();
    const granted = parse(grantSchema, grant);
    return {
      session: parse(sessionSchema, session),
      refreshToken: granted?.of === of ? granted.refreshToken : undefined,
    };
  };

  /** Gives its seat back: the license has few. */
  const end = async ({ header, value, ...session }: Session): Promise<void> => {
    const init = {
      method: 'POST',
      headers: { [header]: value },
      redirect: 'manual',
      signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS),
    } as const;
    // Without a response, it ends by itself.
    if (session.url === url.href)
      await fetch(addressOf('/entity/auth/logout', settings), init).catch(() => {});
    await keeper.save({ session: null });
  };

  const refused = (until: Date) =>
    new ErpError(
      `Acumatica refuses the sign-in, or has locked the user. Check ACUMATICA_USER, ACUMATICA_PASSWORD, ACUMATICA_TENANT, and ACUMATICA_BRANCH. If they are right, check ACUMATICA_URL. Three refusals lock a user for 15 minutes, so the portal tries the same again at ${until.toISOString().slice(11, 16)} UTC, and others at once.`,
      until.getTime() - now(),
    );

  /** With the user's password: the same is not tried while a refusal counts, because three lock the user. */
  const signInAsUser = async (): Promise<Opened> => {
    const credentials = JSON.stringify([of, settings.user, settings.password]);
    const until = await keeper.refusedUntil(credentials);
    const pauseMs = (until?.getTime() ?? 0) - now();
    // Longer, the clock was put back.
    if (until && pauseMs > 0 && pauseMs <= REFUSED_PAUSE_MS) throw refused(until);
    try {
      return await signInWithCookies(send, settings);
    } catch (error) {
      if (!(error instanceof RefusedSignInError)) throw error;
      const next = new Date(now() + REFUSED_PAUSE_MS);
      await keeper.noteRefused(credentials, next);
      throw refused(next);
    }
  };

  const signInAsGranted = async (refreshToken: string | undefined): Promise<Opened> => {
    if (refreshToken === undefined)
      throw new ErpError(
        'Nobody has consented that the portal reads from Acumatica. Run `pnpm portal erp connect`.',
      );
    try {
      return await signInWithToken(send, settings, refreshToken);
    } catch (error) {
      if (!(error instanceof RefusedSignInError)) throw error;
      throw new ErpError(
        'Acumatica refuses the refresh token. Run `pnpm portal erp connect`, and give the connected application (SM303010) Sliding Expiration: without, a consent ends after 30 days. If that is refused, too, check ACUMATICA_CLIENT_ID and its secret.',
      );
    }
  };

  const signIn = async (): Promise<Session> => {
    const { session: former, refreshToken } = await read();
    // Tokens of one grant share a session; any other would stay open.
    if (former && (!clientId || former.of !== of)) await end(former);
    const next = await (clientId ? signInAsGranted(refreshToken) : signInAsUser());
    const session = { header: next.header, value: next.value, url: url.href, of };
    // Keep it before its first use: a lost refresh token ends the grant for good.
    await keeper.save({
      session: JSON.stringify(session),
      ...(next.refreshToken && { grant: grantText(settings, next.refreshToken) }),
    });
    return session;
  };

  let signingIn: Promise<Session> | undefined;

  return {
    /** @param over a session that has ended: it is renewed once for all requests that found that */
    open: async (over?: Session): Promise<Session> => {
      const { session } = await read();
      if (session?.of === of && session.value !== over?.value) return session;
      signingIn ??= signIn().finally(() => (signingIn = undefined));
      return signingIn;
    },

    /** Keeps the cookies that a response in a session renewed. */
    keepCookies: async (session: Session, response: Response): Promise<void> => {
      const value = session.header === 'cookie' ? withCookies(session.value, response) : session.value;
      if (value === session.value || (await read()).session?.value !== session.value) return;
      await keeper.save({ session: JSON.stringify({ ...session, value }) });
    },

    signOut: async (): Promise<void> => {
      const { session } = await read();
      if (session) await end(session);
    },
  };
};
