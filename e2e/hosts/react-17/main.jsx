import { useEffect, useRef, useState } from 'react';
import { render } from 'react-dom';
import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';

const HOME = '/react-17';

/** The portal in a route of the site's router, which ignores all paths below it. */
const Account = () => {
  const portal = useRef(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const element = portal.current;
    const listen = (event) => setSaid(event.type);
    const types = ['portal-ready', 'portal-signed-in', 'portal-signed-out'];
    types.forEach((type) => element?.addEventListener(type, listen));
    return () => types.forEach((type) => element?.removeEventListener(type, listen));
  }, []);
  return (
    <>
      <p role="status" aria-label="Portal">
        {said}
      </p>
      <customer-portal ref={portal} base={`${HOME}/account`}></customer-portal>
    </>
  );
};

const Home = () => <h1>Welcome</h1>;

const Site = () => (
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

render(<Site />, document.getElementById('site'));
