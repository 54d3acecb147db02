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
 * `<customer-portal>` in templates of Angular: it names the element, so they need no schema. The element's events are
 * bound as those of any element: `(portal-navigate)="follow($event.detail)"`.
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
  /** The portal's URL, or that of a pinned `embed.js`. Without it, the page brings the script. */
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
    // In the browser only.
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
  /** @returns whether the portal took the ticket */
  signIn(ticket: string): Promise<boolean> {
    return this.element.signIn(ticket);
  }

  signOut(): Promise<void> {
    return this.element.signOut();
  }
}
