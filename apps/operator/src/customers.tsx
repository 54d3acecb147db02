import { Stack, TextField, Typography } from '@portal/theme';
import { useState } from 'react';
import { Action } from './action';
import { Form } from './form';
import { Tables } from './tables';

const download = (data: object) => {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: 'customer.json' }).click();
};

/** Finds one customer, and does what an operator may do for them. */
export const Customers = () => {
  const [contact, setContact] = useState('');
  return (
    <>
      <Form submit="Find" onSubmit={(typed) => setContact(String(typed['contact']))}>
        <TextField name="contact" label="Email or phone" required />
      </Form>
      {contact && (
        <>
          <Tables label="Customer" work="customer/show" given={{ contact }} />
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Action label="Export" work="customer/export" given={{ contact }} onDone={download} />
            <Action label="Sign out everywhere" work="customer/sign-out" given={{ contact }} />
            <Action label="Erase" work="customer/erase" given={{ contact }}>
              <Typography>{`Everything about ${contact} is deleted. Nothing brings it back.`}</Typography>
            </Action>
          </Stack>
        </>
      )}
    </>
  );
};
