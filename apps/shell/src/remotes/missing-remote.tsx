import { RemoteError } from './remote-error';
import { useRegistry } from './registry-provider';

/** A slot whose remote the registry does not name; trying again asks the server for a newer registry. */
export const MissingRemote = ({ title }: { title: string }) => {
  const { refresh } = useRegistry();
  return <RemoteError title={title} tryAgain={refresh} />;
};
