import type { Mount, MountContext } from '@portal/contract';
import { RemoteScopeContext } from '@portal/remote/services';
import { useColorScheme, useLocale, useTheme } from '@portal/theme';
import { use, useLayoutEffect, useRef } from 'react';
import { useNavigate, useParams } from 'react-router';

interface MountedProps<Props> {
  mount: Mount<Props>;
  props: Props;
}

/** Renders an element for another framework. What `mount` throws is thrown to the portal, as by any component. */
export const Mounted = <Props extends object>({ mount, props }: MountedProps<Props>) => {
  const place = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const context: Omit<MountContext<Props>, 'navigate'> = {
    props,
    params: useParams(),
    settings: use(RemoteScopeContext).settings,
    locale: useLocale(),
    language: useTheme().language,
    colorMode: useColorScheme().colorScheme === 'dark' ? 'dark' : 'light',
  };
  const latest = useRef({ ...context, navigate });
  useLayoutEffect(() => {
    latest.current = { ...context, navigate };
  });
  // By value: only another text or number mounts the view again.
  const changed = JSON.stringify(context);
  useLayoutEffect(() => {
    const element = document.createElement('div');
    place.current?.append(element);
    const go = (path: string) => void latest.current.navigate(path);
    const remove = mount(element, { ...latest.current, navigate: go });
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
