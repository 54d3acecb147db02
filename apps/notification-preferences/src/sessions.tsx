import { serverMessage, useEndSessions, useSessions, type Session } from '@portal/api';
import {
  Box,
  Button,
  Chip,
  OutcomeAlert,
  QueryView,
  Skeleton,
  Typography,
  useLocale,
  type Outcome,
} from '@portal/theme';
import { useRef } from 'react';
import { Section } from './section';
import { useI18n } from './texts';

/** Where the customer is signed in, this device first, if the server offers it. */
export const Sessions = () => {
  const i18n = useI18n();
  const query = useSessions(i18n.language);
  if (query.data === null) return null;
  return (
    <Section heading={i18n.t('Where you are signed in')}>
      <QueryView
        query={query}
        failure={i18n.t('Failed to load your devices')}
        skeleton={<Skeleton variant="rounded" height={112} />}
        silentRefetch
      >
        {(sessions) => sessions && <SessionList sessions={sessions} asOf={query.dataUpdatedAt} />}
      </QueryView>
    </Section>
  );
};

interface SessionListProps {
  sessions: readonly Session[];
  /** When the list arrived, in milliseconds. */
  asOf: number;
}

const SessionList = ({ sessions, asOf }: SessionListProps) => {
  const i18n = useI18n();
  const region = useRef<HTMLDivElement>(null);
  const { mutate, variables, isPending, isSuccess, error } = useEndSessions();
  const isEnding = (id: string) => isPending && (!('id' in variables) || variables.id === id);

  const end: typeof mutate = (which) => {
    // The pressed button disappears; without this, the focus would move to the body.
    region.current?.focus({ preventScroll: true });
    mutate(which);
  };

  const outcome = (): Outcome | null => {
    if (error)
      return {
        severity: 'error',
        text: serverMessage(error) ?? i18n.t('The device could not be signed out. Please try again later.'),
      };
    if (!isSuccess) return null;
    const text =
      'id' in variables ? i18n.t('That device is signed out.') : i18n.t('All other devices are signed out.');
    return { severity: 'success', text };
  };

  return (
    <Box ref={region} tabIndex={-1} sx={{ outline: 'none' }}>
      <OutcomeAlert outcome={outcome()} sx={{ mb: 1 }} />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            asOf={asOf}
            isEnding={isEnding(session.id)}
            onEnd={() => end({ id: session.id })}
          />
        ))}
      </Box>
      {sessions.some(({ isCurrent }) => !isCurrent) && (
        <Button
          variant="outlined"
          loading={isPending && 'others' in variables}
          sx={{ mt: 1 }}
          onClick={() => end({ others: true })}
        >
          {i18n.t('Sign out everywhere else')}
        </Button>
      )}
    </Box>
  );
};

interface SessionRowProps extends Pick<SessionListProps, 'asOf'> {
  session: Session;
  isEnding: boolean;
  onEnd: () => void;
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: 2,
  minBlockSize: 64,
  paddingBlock: 1,
  '& + &': { borderBlockStart: '1px solid', borderColor: 'divider' },
};

const SessionRow = ({ session, asOf, isEnding, onEnd }: SessionRowProps) => {
  const i18n = useI18n();
  const { country, isCurrent, lastUsedAt } = session;
  const device = session.device ?? i18n.t('Unknown device');
  return (
    <Box component="li" sx={row}>
      <div>
        <Typography sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, fontWeight: 600 }}>
          <span>{device}</span>
          {isCurrent && <Chip component="span" size="small" label={i18n.t('This device')} />}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <span>{country}</span>
          {country && !isCurrent && <span>{' · '}</span>}
          {!isCurrent && <LastUse at={lastUsedAt} asOf={asOf} />}
        </Typography>
      </div>
      {!isCurrent && (
        <Button loading={isEnding} aria-label={i18n.t('Sign out: {device}', { device })} onClick={onEnd}>
          {i18n.t('Sign out')}
        </Button>
      )}
    </Box>
  );
};

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** "Last used 2 hours ago · Mar 5, 2026, 10:00 AM": the words in the page's language, the date in the user's locale. */
const LastUse = ({ at, asOf }: { at: string; asOf: number }) => {
  const i18n = useI18n();
  const locale = useLocale();
  const moment = new Date(at);
  const age = Math.max(0, asOf - moment.getTime());
  const [unit, length] = UNITS.find(([, milliseconds]) => age >= milliseconds) ?? UNITS[2];
  const relative = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' });
  const absolute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <span>{i18n.t('Last used {time}', { time: relative.format(-Math.floor(age / length), unit) })}</span>
      {' · '}
      <time dateTime={at}>{absolute.format(moment)}</time>
    </>
  );
};
