import { readConfig } from '../../variables';

test('traces are off unless they are configured', () => {
  const collector = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example/v1/traces' };
  expect(readConfig({ OTEL_SERVICE_NAME: 'portal' }, '/').isTraced).toBe(false);
  expect(readConfig(collector, '/').isTraced).toBe(true);
  expect(readConfig({ ...collector, OTEL_SDK_DISABLED: 'TRUE' }, '/').isTraced).toBe(false);
});
