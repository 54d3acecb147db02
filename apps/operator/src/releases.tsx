import { Box, Card, QueryView, Stack, Typography } from '@portal/theme';
import { Action } from './action';
import { useShown, type Fields, type Served, type Session, type Status } from './calls';
import { Rows } from './rows';

/** Every release with its health, and the changes that the caller may make. */
export const Releases = ({ session }: { session: Session }) => (
  <QueryView query={useShown('releases/status')} failure="The releases could not be read" skeleton={null}>
    {(all) => all.map((status) => <Release key={status.name} status={status} session={session} />)}
  </QueryView>
);

const why = { name: 'why', label: 'Why', optional: true };
const warned = ({ warnings }: Fields) =>
  ['Done.', ...(Array.isArray(warnings) ? warnings.map(String) : [])].join(' ');

const Release = ({ status, session }: { status: Status; session: Session }) => {
  const { name, live, canary, previous, problem } = status;
  const { data } = useShown('releases/show', { name });
  const version = {
    name: 'version',
    label: 'Version',
    value: canary?.version ?? live?.version ?? '',
    options: data?.versions.map((one) => one.version) ?? [],
  };
  const percent = { name: 'percent', label: 'Percent', value: '10', type: 'number' as const };
  const changes = [
    { verb: 'promote', label: 'Promote', fields: [version, why] },
    { verb: 'canary', label: 'Canary', fields: [version, percent, why] },
    { verb: 'rollback', label: 'Roll back', fields: [why] },
  ].filter(({ verb }) => session.operator || (session.names.includes(name) && session.verbs.includes(verb)));
  return (
    <Card component="section" aria-label={name} sx={{ p: 2, mb: 2, overflowWrap: 'anywhere' }}>
      <Typography component="h2" variant="h3">
        {name}
      </Typography>
      {problem && <Typography color="error">{problem}</Typography>}
      {live && <ServedVersion label="Live" served={live} />}
      {canary && <ServedVersion label={`Canary, ${canary.percent} %`} served={canary} />}
      {previous && <Typography>Previous: {previous}</Typography>}
      {data && data.failures.length > 0 && <Rows label={`Failures of ${name}`} rows={data.failures} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {data &&
          changes.map(({ verb, ...action }) => (
            <Action
              key={verb}
              {...action}
              on={name}
              work={`releases/${verb}`}
              given={{ name }}
              onDone={warned}
            />
          ))}
      </Stack>
    </Card>
  );
};

const ServedVersion = ({ label, served }: { label: string; served: Served }) => {
  const { version, since, who, why: reason, health, problem, stopped } = served;
  const facts = [since && new Date(since).toLocaleString('en'), who, reason, problem, stopped?.why];
  const failures = health && `${health.failed} of ${health.shown + health.failed} pages failed`;
  return (
    <>
      <Typography>{[`${label}: ${version}`, ...facts, failures].filter(Boolean).join(' · ')}</Typography>
      {health && (
        <Box
          component="svg"
          role="img"
          aria-label={`${version}: ${failures}`}
          sx={{ inlineSize: 120, blockSize: 12 }}
        >
          <rect width="100%" height="100%" fill="none" stroke="currentColor" />
          <rect width={`${health.rate * 100}%`} height="100%" fill="currentColor" />
        </Box>
      )}
    </>
  );
};
