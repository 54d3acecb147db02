import type { Mount, MountContext } from '@portal/contract';
import { RemoteScopeContext, ShellServicesContext } from '@portal/remote/services';
import { useLocale, useTheme } from '@portal/theme';
import { use, useLayoutEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useColorMode, useLinkTo, useNotify } from './shell-services';

interface MountedProps<Props> {
  mount: Mount<Props>;
  props: Props;
}

/** Renders an element for another framework. What `mount` throws is thrown to the portal, as by any component. */
export const Mounted = <Props extends object>({ mount, props }: MountedProps<Props>) => {
  const place = useRef<HTMLDivElement>(null);
  const colorMode = useColorMode();
  const { name, settings } = use(RemoteScopeContext);
  const { setBadge } = use(ShellServicesContext);
  const values = { props, params: useParams(), settings, locale: useLocale(), language: useTheme().language };
  const current = {
    ...{ ...values, colorMode, navigate: useNavigate(), notify: useNotify(), linkTo: useLinkTo() },
    setBadge: (path: string, badge: number | null) => setBadge?.(name, path, badge),
  };
  const latest = useRef(current);
  const listeners = useRef<((colorMode: 'light' | 'dark') => void)[]>([]);
  useLayoutEffect(() => {
    const before = latest.current.colorMode;
    latest.current = current;
    if (before !== colorMode) for (const listener of listeners.current) listener(colorMode);
  });
  // By value: only another text or number mounts the view again.
  const changed = JSON.stringify(values);
  useLayoutEffect(() => {
    const element = document.createElement('div');
    place.current?.append(element);
    listeners.current = [];
    const context: MountContext<Props> = {
      ...latest.current,
      navigate: (path) => void latest.current.navigate(path),
      onColorMode: (listener) => void listeners.current.push(listener),
      notify: (...message) => latest.current.notify(...message),
      setBadge: (...badge) => latest.current.setBadge(...badge),
      linkTo: (...link) => latest.current.linkTo(...link),
    };
    const remove = mount(element, context);
    return () => {
      try {
        remove?.();
      } catch (error) {
        // The view is gone for the customer, whatever it has left behind.
        reportError(error);
      }
      element.remove();
    };
  }, [mount, changed]);
  return <div ref={place} />;
};
