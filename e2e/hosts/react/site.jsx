import { CustomerPortal } from '@portal/embed/react';
import { useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

export const site = document.getElementById('site');

const HOME = site.dataset.home;

/** The portal in a route of the site's router, which ignores all paths below it. */
const Account = () => {
  const [said, setSaid] = useState('');
  const listen = (event) => setSaid(event.type);
  return (
    <>
      <p role="status" aria-label="Portal">
        {said}
      </p>
      <CustomerPortal
        portalUrl={site.dataset.portalUrl}
        base={`${HOME}/account`}
        onPortalReady={listen}
        onPortalSignedIn={listen}
        onPortalSignedOut={listen}
      />
    </>
  );
};

const Home = () => <h1>Welcome</h1>;

/** The same site in each React. */
export const Site = () => (
  <BrowserRouter basename={HOME}>
    <nav aria-label="Site">
      <Link to="/">Home</Link> <Link to="/account">My account</Link>
    </nav>
    <main>
      <Routes>
        <Route path="/" element={<Home />} />
        <Route path="/account/*" element={<Account />} />
      </Routes>
    </main>
  </BrowserRouter>
);
