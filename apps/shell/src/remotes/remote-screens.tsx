import type { MicroFrontend, RemoteRoute } from '@portal/contract';
import { use } from 'react';
import { matchRoutes, useLocation, useRoutes, type Params } from 'react-router-dom';
import { NotFound } from '../page/not-found';
import { PageTitle } from '../page/page-title';
import { remoteModule } from './remote-modules';

const titleOf = ({ title }: RemoteRoute, params: Params) =>
  typeof title === 'string' ? title : title(params);

/** The screen of a loaded remote that the URL names; suspends while the remote is on its way. */
export const RemoteScreens = ({ remote }: { remote: MicroFrontend }) => {
  const { routes } = use(remoteModule(remote));
  const match = matchRoutes([...routes], useLocation())?.at(-1);
  const screen = useRoutes(routes.map(({ path, Component }) => ({ path, element: <Component /> })));
  if (!match) return <NotFound />;
  return (
    <>
      <PageTitle title={titleOf(match.route, match.params)} />
      {screen}
    </>
  );
};
