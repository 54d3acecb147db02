import { Box, Card, Stack, TextField, Typography } from '@portal/theme';
import * as v from 'valibot';
import { Action } from './action';
import { recordSchema, Rows, textOf } from './tables';
import { Shown } from './work';

const outcomes = { shown: v.number(), failed: v.number() };
const healthSchema = v.object({
  ...outcomes,
  rate: v.number(),
  hours: v.optional(v.record(v.string(), v.object(outcomes)), {}),
});

/** All its other fields are shown as they are: since when, who, why, a problem, the percentage of a canary. */
const servedSchema = v.looseObject({
  version: v.string(),
  health: v.nullable(healthSchema),
});
const releaseSchema = v.object({
  status: v.object({
    live: v.nullable(servedSchema),
    canary: v.nullable(servedSchema),
    previous: v.nullable(v.string()),
  }),
  versions: v.array(v.object({ version: v.string() })),
  failures: v.array(recordSchema),
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
      {({ status: { live, canary, previous }, versions, failures }) => {
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
              <option key={one.version}>{one.version}</option>
            ))}
          </TextField>
        );
        const why = <TextField name="why" label="Why" />;
        return (
          <>
            {live && <Served label="Live" served={live} />}
            {canary && <Served label="Canary" served={canary} />}
            {previous && <Typography>Previous: {previous}</Typography>}
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

const Served = ({ label, served }: { label: string; served: v.InferOutput<typeof servedSchema> }) => {
  const { version, health, ...facts } = served;
  const failures = health && `${health.failed} of ${health.shown + health.failed} pages failed`;
  return (
    <>
      <Typography>{[`${label}: ${version}`, textOf(facts), failures].filter(Boolean).join(' · ')}</Typography>
      {health && <Hours label={`${version} by hour: ${failures}`} hours={health.hours} />}
    </>
  );
};

const HOUR_PX = 8;
const PLOT_PX = 40;

/** A bar for each hour with reports: its height is the share of pages that failed. */
const Hours = ({ label, hours }: { label: string } & Pick<v.InferOutput<typeof healthSchema>, 'hours'>) => (
  <Box
    component="svg"
    role="img"
    aria-label={label}
    sx={{
      inlineSize: Object.keys(hours).length * HOUR_PX,
      blockSize: PLOT_PX,
      borderBlockEnd: 1,
      display: 'block',
    }}
  >
    {Object.entries(hours).map(([hour, { shown, failed }], index) => {
      const height = Math.max(1, (failed / (shown + failed || 1)) * PLOT_PX);
      return (
        <rect
          key={hour}
          x={index * HOUR_PX}
          y={PLOT_PX - height}
          width={HOUR_PX - 2}
          height={height}
          fill="currentColor"
        >
          <title>{`${textOf(`${hour.slice(0, -1)}:00.000Z`)}: ${failed} of ${shown + failed} pages failed`}</title>
        </rect>
      );
    })}
  </Box>
);
