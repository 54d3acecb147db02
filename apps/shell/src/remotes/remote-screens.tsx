import type { MicroFrontend, RemoteRoute } from '@portal/contract';
import { use, useEffect } from 'react';
import { useParams, useRoutes } from 'react-router-dom';
import { NotFound } from '../page/not-found';
import { PageTitle } from '../page/page-title';
import { useRegistry } from './registry-provider';

const RemoteScreen = ({ title, Component, onShown }: RemoteRoute & { onShown: () => void }) => {
  const params = useParams();
  // Runs when the screen stands on the page: one that throws or waits for its code never gets here.
  useEffect(onShown, [onShown]);
  return (
    <>
      <PageTitle title={typeof title === 'string' ? title : title(params)} />
      <Component />
    </>
  );
};

/** The screen of a loaded remote that the URL names; suspends while the remote is on its way. */
export const RemoteScreens = ({ remote }: { remote: MicroFrontend }) => {
  const { loaded, shown } = useRegistry().load(remote);
  const { module } = use(loaded);
  return useRoutes([
    ...module.routes.map((route) => ({
      path: route.path,
      element: <RemoteScreen {...route} onShown={shown} />,
    })),
    { path: '*', element: <NotFound /> },
  ]);
};
