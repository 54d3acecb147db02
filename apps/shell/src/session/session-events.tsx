import { useAuthCheck } from '@portal/api';
import { useEffect, useRef } from 'react';
import { useTell } from '../events';

/** Tells when somebody is signed in, also at the start, and when no longer. Renders nothing. */
export const SessionEvents = () => {
  const { data: authenticated = false } = useAuthCheck();
  const tell = useTell();
  const told = useRef(false);

  useEffect(() => {
    if (authenticated === told.current) return;
    told.current = authenticated;
    tell({ type: authenticated ? 'signed-in' : 'signed-out' });
  }, [authenticated, tell]);

  return null;
};
