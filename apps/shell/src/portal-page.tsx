import type { Boot } from '@portal/contract';
import type { Surface } from '@portal/theme';
import { useCallback } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { PortalEvent } from './embedding';
import { Portal } from './portal';
import type { Remotes } from './remotes/remotes';

interface PortalPageProps {
  boot: Boot;
  /** The nonce of the page's policy. */
  nonce: string;
  surface: Surface;
  remotes: Remotes;
}

/** The portal as a page of its own, with the page's address and title. */
export const PortalPage = ({ boot, nonce, surface, remotes }: PortalPageProps) => {
  const { name } = boot.brand;
  const setTitle = useCallback(
    (event: PortalEvent) => {
      if (event.type === 'navigate') document.title = `${event.title} · ${name}`;
    },
    [name],
  );
  return (
    // Session and route change together; a transition would show one before the other.
    <BrowserRouter basename={boot.basePath || '/'} useTransitions={false}>
      <Portal boot={boot} surface={surface} remotes={remotes} options={{ nonce }} onEvent={setTitle} />
    </BrowserRouter>
  );
};
