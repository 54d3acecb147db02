import { Card, Stack, TextField, Typography } from '@portal/theme';
import * as v from 'valibot';
import { Action } from './action';
import { recordSchema, Rows, textOf } from './tables';
import { Shown } from './work';

/** All its other fields are shown as they are: since when, who, why, a problem, the percentage of a canary. */
const servedSchema = v.looseObject({
  version: v.string(),
  health: v.nullable(v.object({ shown: v.number(), failed: v.number(), rate: v.number() })),
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

/** Every release, with its health and the actions on it. */
export const Releases = () => (
  <Shown work="releases/status" schema={v.array(v.object({ name: v.string() }))}>
    {(all) => all.map(({ name }) => <Release key={name} name={name} />)}
  </Shown>
);

const Release = ({ name }: { name: string }) => (
  <Card component="section" aria-label={name} sx={{ p: 2, overflowWrap: 'anywhere' }}>
    <Typography component="h2" variant="h3">
      {name}
    </Typography>
    <Shown work="releases/show" given={{ name }} schema={releaseSchema}>
      {({ status: { live, canary, previous }, versions, failures }) => {
        const given = { name };
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
              <Action label="Promote" on={name} work="releases/promote" given={given}>
                {version}
                {why}
              </Action>
              <Action label="Canary" on={name} work="releases/canary" given={given}>
                {version}
                <TextField name="percent" label="Percent" type="number" defaultValue={10} required />
                {why}
              </Action>
              <Action label="Roll back" on={name} work="releases/rollback" given={given}>
                {why}
              </Action>
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
      {health && <meter aria-label={`${version}: ${failures}`} value={health.rate} high={0.05} optimum={0} />}
    </>
  );
};
