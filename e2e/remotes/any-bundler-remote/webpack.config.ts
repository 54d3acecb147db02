import { portalRemote } from '@portal/remote-build/webpack';

const remote = portalRemote({ directory: import.meta.dirname });

export default { ...remote, output: { ...remote.output, path: `${import.meta.dirname}/dist/webpack` } };
