import { Box, Card, Stack, TextField, Typography } from '@portal/theme';
import * as v from 'valibot';
import { Action } from './action';
import { recordSchema, Rows, textOf } from './tables';
import { Shown } from './work';

const outcomes = { shown: v.number(), failed: v.number() };
const hoursSchema = v.record(v.string(), v.object(outcomes));

/** All its other fields are shown as they are: since when, who, why, a problem, the percentage of a canary. */
const servedSchema = v.looseObject({
  version: v.string(),
  health: v.nullable(v.object(outcomes)),
});
const releaseSchema = v.object({
  status: v.object({
    live: v.nullable(servedSchema),
    canary: v.nullable(servedSchema),
    previous: v.nullable(v.string()),
  }),
  versions: v.array(v.object({ version: v.string() })),
  failures: v.array(recordSchema),
  hours: v.record(v.string(), hoursSchema),
});

/** Who uses the page: the operator, or a team with verbs for its remotes. The server refuses all else. */
export const sessionSchema = v.object({
  operator: v.boolean(),
  names: v.array(v.string()),
  verbs: v.array(v.string()),
});

type Session = v.InferOutput<typeof sessionSchema>;

/** Every release, with its health and the actions on it. */
export const Releases = ({ session }: { session: Session }) => (
  <Shown work="releases/status" schema={v.array(v.object({ name: v.string() }))}>
    {(all) => all.map(({ name }) => <Release key={name} name={name} session={session} />)}
  </Shown>
);

const Release = ({ name, session }: { name: string; session: Session }) => (
  <Card component="section" aria-label={name} sx={{ p: 2, overflowWrap: 'anywhere' }}>
    <Typography component="h2" variant="h3">
      {name}
    </Typography>
    <Shown work="releases/show" given={{ name }} schema={releaseSchema}>
      {({ status: { live, canary, previous }, versions, failures, hours }) => {
        const given = { name };
        const may = (verb: string) =>
          session.operator || (session.names.includes(name) && session.verbs.includes(verb));
        const version = (
          <TextField
            name="version"
            label="Version"
            select
            slotProps={{ select: { native: true } }}
            defaultValue={canary?.version ?? live?.version}
          >
            {versions.map((one) => (
              <option key={one.version} value={one.version}>
                {one.version}
              </option>
            ))}
          </TextField>
        );
        const why = <TextField name="why" label="Why" />;
        return (
          <>
            {live && <Served label="Live" served={live} hours={hours[live.version]} />}
            {canary && <Served label="Canary" served={canary} hours={hours[canary.version]} />}
            {previous && <Typography>{`Previous: ${previous}`}</Typography>}
            {failures.length > 0 && <Rows label={`Failures of ${name}`} rows={failures} />}
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1 }}>
              {may('promote') && (
                <Action label="Promote" on={name} work="releases/promote" given={given}>
                  {version}
                  {why}
                </Action>
              )}
              {may('canary') && (
                <Action label="Canary" on={name} work="releases/canary" given={given}>
                  {version}
                  <TextField name="percent" label="Percent" type="number" defaultValue={10} required />
                  {why}
                </Action>
              )}
              {may('rollback') && (
                <Action label="Roll back" on={name} work="releases/rollback" given={given}>
                  {why}
                </Action>
              )}
            </Stack>
          </>
        );
      }}
    </Shown>
  </Card>
);

interface ServedProps {
  label: string;
  served: v.InferOutput<typeof servedSchema>;
  hours: v.InferOutput<typeof hoursSchema> | undefined;
}

const failuresText = ({ shown, failed }: { shown: number; failed: number }): string =>
  `${failed} of ${shown + failed} pages failed`;

/** As many as the server keeps. */
const HOURS = 48;
const HOUR_PX = 8;
const PLOT_PX = 40;

/** A version, and a bar for each hour with reports: its height is the share of pages that failed. */
const Served = ({ label, served, hours = {} }: ServedProps) => {
  const { version, health, ...facts } = served;
  const failures = health && failuresText(health);
  const bars = Object.entries(hours);
  return (
    <>
      <Typography>{[`${label}: ${version}`, textOf(facts), failures].filter(Boolean).join(' · ')}</Typography>
      {bars.length > 0 && (
        <Box
          component="svg"
          role="img"
          aria-label={`Failures of ${version} by hour`}
          viewBox={`0 0 ${HOURS * HOUR_PX} ${PLOT_PX}`}
          sx={{ maxInlineSize: HOURS * HOUR_PX, my: 1, display: 'block', bgcolor: 'action.hover' }}
        >
          {bars.map(([hour, outcome], index) => {
            const height = Math.max(2, (outcome.failed / (outcome.shown + outcome.failed || 1)) * PLOT_PX);
            const place = { x: index * HOUR_PX, y: PLOT_PX - height, width: HOUR_PX - 2, height };
            return (
              <rect key={hour} {...place} fill="currentColor">
                <title>{`${textOf(hour)}: ${failuresText(outcome)}`}</title>
              </rect>
            );
          })}
        </Box>
      )}
    </>
  );
};
