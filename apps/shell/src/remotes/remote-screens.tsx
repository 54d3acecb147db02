import type { MicroFrontend, RemoteRoute } from '@portal/contract';
import { use } from 'react';
import { useParams, useRoutes } from 'react-router-dom';
import { NotFound } from '../page/not-found';
import { PageTitle } from '../page/page-title';
import { useRegistry } from './registry-provider';

const RemoteScreen = ({ title, Component }: RemoteRoute) => {
  const params = useParams();
  return (
    <>
      <PageTitle title={typeof title === 'string' ? title : title(params)} />
      <Component />
    </>
  );
};

/** The screen of a loaded remote that the URL names; suspends while the remote is on its way. */
export const RemoteScreens = ({ remote }: { remote: MicroFrontend }) => {
  const { loader } = useRegistry();
  const { routes } = use(loader.load(remote));
  return useRoutes([
    ...routes.map((route) => ({ path: route.path, element: <RemoteScreen {...route} /> })),
    { path: '*', element: <NotFound /> },
  ]);
};
