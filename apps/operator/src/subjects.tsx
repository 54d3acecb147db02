import { Button, QueryView, Stack, TextField } from '@portal/theme';
import { useState, type SyntheticEvent } from 'react';
import { Action } from './action';
import { useShown, type Fields } from './calls';
import { Rows, textOf, words } from './rows';

/** The depth of the outbox, and the messages that could not be delivered. */
export const Messages = () => (
  <QueryView query={useShown('outbox/list')} failure="The messages could not be read" skeleton={null}>
    {({ depth, dead }) => (
      <>
        <Rows label="Depth" rows={depth} />
        <Rows
          label="Not delivered"
          rows={dead}
          actions={(id) => (
            <>
              <Action label="Retry" on={id} work="outbox/retry" given={{ ids: [id] }} onDone={left} />
              <Action label="Delete" on={id} work="outbox/delete" given={{ ids: [id] }} onDone={left} />
            </>
          )}
        />
        {dead.length > 0 && <Action label="Retry all" work="outbox/retry" onDone={left} />}
      </>
    )}
  </QueryView>
);

const left = (result: Fields) =>
  Array.isArray(result['left']) && result['left'].length > 0 ? `Left: ${textOf(result['left'])}` : 'Done.';

/** The last loads of customers and orders. */
export const Imports = () => (
  <QueryView query={useShown('imports/list')} failure="The imports could not be read" skeleton={null}>
    {(loads) => <Rows label="Imports" rows={loads} />}
  </QueryView>
);

/** What `portal doctor` finds. */
export const Doctor = () => (
  <QueryView query={useShown('doctor')} failure="The doctor did not answer" skeleton={null}>
    {({ findings }) => <Rows label="Findings" rows={findings} />}
  </QueryView>
);

const TOKEN_FIELDS = [
  { name: 'team', label: 'Team' },
  { name: 'names', label: 'Remotes', type: 'list' },
  { name: 'verbs', label: 'Verbs', type: 'list', value: 'publish, promote' },
  { name: 'days', label: 'Days', type: 'number', value: '90' },
] as const;

/** The teams' tokens. A new one is shown once. */
export const Tokens = () => (
  <QueryView query={useShown('tokens/list')} failure="The tokens could not be read" skeleton={null}>
    {(tokens) => (
      <>
        <Action
          label="Create token"
          work="tokens/create"
          fields={TOKEN_FIELDS}
          onDone={({ token }) => `Copy it now, it is not shown again: ${textOf(token)}`}
        />
        <Rows
          label="Tokens"
          rows={tokens}
          actions={(id, { revokedAt }) =>
            !revokedAt && <Action label="Revoke" on={id} work="tokens/revoke" given={{ id }} />
          }
        />
      </>
    )}
  </QueryView>
);

/** Finds one customer, and does what an operator may do for them. */
export const Customers = () => {
  const [entry, setEntry] = useState('');
  const [contact, setContact] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setContact(entry.trim());
  };
  return (
    <>
      <Stack component="form" onSubmit={submit} direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <TextField
          label="Email or phone"
          required
          value={entry}
          onChange={({ target }) => setEntry(target.value)}
        />
        <Button type="submit" variant="contained">
          Find
        </Button>
      </Stack>
      {contact && <Customer key={contact} contact={contact} />}
    </>
  );
};

const download = (data: Fields): string => {
  const url = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: 'customer.json' }).click();
  return 'The customer is exported.';
};

const Customer = ({ contact }: { contact: string }) => (
  <QueryView
    query={useShown('customer/show', { contact })}
    failure="The customer could not be read"
    skeleton={null}
  >
    {(customer) => (
      <>
        <Rows
          label="Customer"
          rows={Object.entries(customer).map(([fact, value]) => ({ fact: words(fact), value }))}
        />
        {!('refusal' in customer) && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
            <Action label="Export" work="customer/export" given={{ contact }} onDone={download} />
            <Action label="Sign out everywhere" work="customer/sign-out" given={{ contact }} />
            <Action
              label="Erase"
              work="customer/erase"
              given={{ contact }}
              warning={`Everything about ${contact} is deleted. Nothing brings it back.`}
            />
          </Stack>
        )}
      </>
    )}
  </QueryView>
);
