import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  ElementRef,
  inject,
  input,
  type InputSignal,
} from '@angular/core';
import { loadPortal, type CustomerPortalElement, type PortalOptions } from '@portal/embed';

type Inputs = { [Name in keyof PortalOptions]-?: InputSignal<PortalOptions[Name]> };

/**
 * `<customer-portal>` in Angular templates, without `CUSTOM_ELEMENTS_SCHEMA`. Bind the element's events like those of any
 * element: `(portal-navigate)="follow($event.detail)"`.
 */
@Component({
  selector: 'customer-portal',
  template: '<ng-content />',
  changeDetection: ChangeDetectionStrategy.OnPush,
  host: {
    '[attr.base]': 'base()',
    '[attr.routing]': 'routing()',
    '[attr.brand]': 'brand()',
    '[attr.color-mode]': 'colorMode()',
    '[attr.locale]': 'locale()',
    '[attr.loading]': 'loading()',
    '[attr.appearance]': 'appearance()',
    '[attr.heading-level]': 'headingLevel()',
    '[attr.portal]': 'portal()',
    '[attr.ticket]': 'ticket()',
    '[style.display]': '"block"',
    '[style.min-block-size]': '"min(100dvh, 560px)"',
  },
})
export class CustomerPortal implements Inputs {
  /** The URL of the portal, or of a pinned `embed.js`. Without it, the page must load the script itself. */
  readonly portalUrl = input<string>();
  readonly nonce = input<string>();
  readonly integrity = input<string>();
  readonly base = input<PortalOptions['base']>();
  readonly routing = input<PortalOptions['routing']>();
  readonly brand = input<PortalOptions['brand']>();
  readonly colorMode = input<PortalOptions['colorMode']>();
  readonly locale = input<PortalOptions['locale']>();
  readonly loading = input<PortalOptions['loading']>();
  readonly appearance = input<PortalOptions['appearance']>();
  readonly headingLevel = input<PortalOptions['headingLevel']>();
  readonly portal = input<PortalOptions['portal']>();
  readonly ticket = input<PortalOptions['ticket']>();

  private readonly element = inject<ElementRef<CustomerPortalElement>>(ElementRef).nativeElement;

  constructor() {
    // Runs in the browser only, not on the server.
    afterNextRender(() => {
      const portalUrl = this.portalUrl();
      if (portalUrl)
        loadPortal(portalUrl, { nonce: this.nonce(), integrity: this.integrity() }).catch((error: unknown) =>
          reportError(error),
        );
    });
  }

  /** Shows another screen. @param path without `base`: `/service-orders` */
  navigate(path: string): void {
    this.element.navigate(path);
  }

  /** Signs in a customer with a one-time ticket. @returns whether the portal accepted the ticket */
  signIn(ticket: string): Promise<boolean> {
    return this.element.signIn(ticket);
  }

  /** Signs the customer out of the portal. */
  signOut(): Promise<void> {
    return this.element.signOut();
  }
}
