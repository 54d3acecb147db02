/** Loaded lazily. */
export const Readings = () => <p>September: 9 m³</p>;
