import { APP_BASE_HREF } from '@angular/common';
import {
  ChangeDetectionStrategy,
  Component,
  CUSTOM_ELEMENTS_SCHEMA,
  provideZonelessChangeDetection,
  signal,
} from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideRouter, RouterLink, RouterOutlet } from '@angular/router';
import { loadPortal } from '@portal/embed';

const site = document.querySelector<HTMLElement>('#site');
const HOME = site?.dataset['home'] ?? '';

@Component({
  selector: 'site-home',
  template: '<h1>Welcome</h1>',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
class Home {}

/** The portal in a route of the site's router, which keeps one component for all paths below it. */
@Component({
  selector: 'site-account',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <p role="status" aria-label="Portal">{{ said() }}</p>
    <customer-portal
      [attr.base]="base"
      (portal-ready)="listen($event)"
      (portal-signed-in)="listen($event)"
      (portal-signed-out)="listen($event)"
    />
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
class Account {
  readonly base = `${HOME}/account`;
  readonly said = signal('');

  listen({ type }: Event): void {
    this.said.set(type);
  }
}

@Component({
  selector: '#site',
  imports: [RouterLink, RouterOutlet],
  template: `
    <nav aria-label="Site"><a routerLink="/">Home</a> <a routerLink="/account">My account</a></nav>
    <main><router-outlet /></main>
  `,
  changeDetection: ChangeDetectionStrategy.OnPush,
})
class Site {}

void loadPortal(site?.dataset['portalUrl'] ?? '');

await bootstrapApplication(Site, {
  providers: [
    provideZonelessChangeDetection(),
    provideRouter([
      { path: '', pathMatch: 'full', component: Home },
      { path: 'account', children: [{ path: '**', component: Account }] },
    ]),
    { provide: APP_BASE_HREF, useValue: HOME },
  ],
});
