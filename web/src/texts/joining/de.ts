import type { JoiningTexts } from './en.ts'

export const de: JoiningTexts = {
  title: '{inviter} lädt dich in {group} ein',
  whatMembersSee:
    'Die Mitglieder sehen dann deinen Namen und ob du verfügbar bist. Beim Beitreten bist du verfügbar.',
  needsAccount: 'Dafür brauchst du ein Konto. Die Einladung wartet, bis du angemeldet bist.',
  needsApproval: '{inviter} entscheidet, wer beitreten darf.',
  join: 'Beitreten',
  signUp: 'Registrieren',
  signIn: 'Anmelden',
  deadLink: 'Einladung',
  incomplete: 'Ein Teil dieses Links fehlt: Kopiere ihn ganz, oder frag die Person, von der du ihn hast.',
  asked: 'Angefragt. Du bekommst Bescheid.',
  askedHint: 'Sobald {inviter} entschieden hat, kommt eine Mitteilung.',
}
