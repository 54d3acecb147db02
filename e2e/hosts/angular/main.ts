import '@angular/compiler';
import { Component, CUSTOM_ELEMENTS_SCHEMA } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { APP_BASE_HREF } from '@angular/common';
import { provideRouter, RouterLink, RouterOutlet } from '@angular/router';

const HOME = '/angular';

/** A site with Angular's own router. Its decorators are called: the compiler runs in the browser. */
class Home {}
Component({ selector: 'app-home', template: '<h1>Welcome</h1>' })(Home);

class Account {}
Component({
  selector: 'app-account',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `<customer-portal base="${HOME}/account"></customer-portal>`,
})(Account);

class Site {}
Component({
  selector: '#site',
  imports: [RouterLink, RouterOutlet],
  template: `
    <nav aria-label="Site"><a routerLink="/">Example Heating</a> <a routerLink="/account">My account</a></nav>
    <main><router-outlet></router-outlet></main>`,
})(Site);

await bootstrapApplication(Site, {
  providers: [
    { provide: APP_BASE_HREF, useValue: HOME },
    provideRouter([
      { path: '', component: Home, pathMatch: 'full' },
      { path: 'account', children: [{ path: '**', component: Account }] },
    ]),
  ],
});
