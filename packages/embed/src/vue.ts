import {
  ATTRIBUTES,
  attributesOf,
  loadPortal,
  RESERVED_PLACE,
  type CustomerPortalElement,
  type CustomerPortalProps,
} from '@portal/embed';
import { defineComponent, h, onMounted, shallowRef, type SetupContext } from 'vue';

/**
 * `<customer-portal>` in Vue 3. Listeners (`@portal-navigate`) fall through to the element and receive its events. A
 * template ref has `navigate`, `signIn` and `signOut`.
 */
export const CustomerPortal = defineComponent(
  (props: CustomerPortalProps, { expose, slots }: SetupContext) => {
    const element = shallowRef<CustomerPortalElement>();
    onMounted(() => {
      const { portalUrl, nonce, integrity } = props;
      if (portalUrl)
        loadPortal(portalUrl, { nonce, integrity }).catch((error: unknown) => reportError(error));
    });
    expose({
      navigate: (path: string) => element.value?.navigate(path),
      signIn: (ticket: string) => element.value?.signIn(ticket),
      signOut: () => element.value?.signOut(),
    });
    return () =>
      h(
        'customer-portal',
        { ...attributesOf(props), ref: element, style: RESERVED_PLACE },
        slots['default']?.(),
      );
  },
  {
    name: 'CustomerPortal',
    props: ['portalUrl', 'nonce', 'integrity', ...(Object.keys(ATTRIBUTES) as (keyof typeof ATTRIBUTES)[])],
  },
);
