import keyTexts from 'texts:key'
import {
  createKey,
  defaultKeyLifetime,
  type Key,
  keyLifetimes,
  keyName,
  listKeys,
} from '@grouplight/contract/key.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { errorText, withConfirmation } from '#features/account/confirmation/with-confirmation.ts'
import { AlertText } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxRows, ChoiceRow, Choices, RadioChoices } from '#ui/choices.tsx'
import { Options, SelectField } from '#ui/field.tsx'
import classes from '#ui/form.module.css'
import { NameField } from '#ui/text-field.tsx'
import { schemaRule, useForm } from '#ui/use-form.ts'

export type NamedGroup = { id: string; name: string }

type Lifetime = (typeof keyLifetimes)[number]

type KeyFormProps = { groups: NamedGroup[]; onMade: (made: { key: Key; token: string }) => void }

export function KeyForm({ groups, onMade }: KeyFormProps) {
  const [maySwitch, setMaySwitch] = useState(false)
  const [mayAsk, setMayAsk] = useState(false)
  // The ids of the chosen groups. Null means all groups.
  const [chosen, setChosen] = useState<string[] | null>(null)
  const [days, setDays] = useState<Lifetime>(defaultKeyLifetime)
  const form = useForm({
    name: schemaRule(keyName),
    groups: () => (chosen?.length === 0 ? keyTexts.chooseGroup : null),
  })
  const making = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      withConfirmation(() => call(createKey, { body: { name, maySwitch, mayAsk, groupIds: chosen, days } })),
    onSuccess: (made, _, __, { client }) => {
      client.setQueryData(keysQuery.queryKey, keys => [made.key, ...(keys ?? [])])
      onMade(made)
    },
  })
  const failed = errorText(making.error)

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(making)}>
      <NameField label={keyTexts.name} hint={keyTexts.nameHint} {...form.field('name')} />
      <RadioChoices
        legend={keyTexts.may}
        name="may"
        options={[
          { value: false, label: keyTexts.see, hint: keyTexts.seeHint },
          { value: true, label: keyTexts.seeAndSwitch, hint: keyTexts.seeAndSwitchHint },
        ]}
        chosen={maySwitch}
        onChange={setMaySwitch}
      />
      <ChoiceRow
        type="checkbox"
        name="mayAsk"
        label={keyTexts.ask}
        hint={keyTexts.askHint}
        checked={mayAsk}
        onChange={() => setMayAsk(!mayAsk)}
      />
      {groups.length > 0 && (
        <RadioChoices
          legend={keyTexts.where}
          name="where"
          options={[
            { value: 'all', label: keyTexts.allGroups, hint: keyTexts.allGroupsHint },
            { value: 'chosen', label: keyTexts.chosenGroups },
          ]}
          chosen={chosen === null ? 'all' : 'chosen'}
          onChange={which => setChosen(which === 'all' ? null : [])}
        />
      )}
      {chosen && (
        <Choices legend={keyTexts.chosenGroups} {...form.field('groups')}>
          <CheckboxRows
            options={groups.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={chosen}
            onChange={setChosen}
          />
        </Choices>
      )}
      <SelectField
        label={keyTexts.ends}
        value={String(days)}
        onChange={({ target }) => setDays(keyLifetimes.find(days => String(days) === target.value) ?? null)}
      >
        <Options values={keyLifetimes} text={days => keyTexts[`lifetimes.${days ?? 'never'}`]} />
      </SelectField>
      {failed && <AlertText error={keyTexts.notMade({ why: failed })} />}
      <Button type="submit" pending={making.isPending}>
        {making.isPending ? keyTexts.making : keyTexts.make}
      </Button>
    </form>
  )
}

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await call(listKeys, { signal })).keys,
})
