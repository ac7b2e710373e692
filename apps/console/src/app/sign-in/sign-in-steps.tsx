// Leads through a sign-in, one step after the other; used by its own document and by the dialog of a lost session.
import { useCallback, useRef, useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { EnrolmentStep, NewPasswordStep, RecoveryCodesStep } from './later-steps.tsx';
import { ForgottenStep, PasswordStep } from './password-step.tsx';
import { type Answered, type Step, stepAfter } from './steps.ts';

interface SignInStepsProps {
  /** Name that has to sign in again, where that is known. */
  readonly username?: string;
  readonly onDone: (answered: Answered) => void;
}

export function SignInSteps({ username, onDone }: SignInStepsProps) {
  const [step, setStep] = useState<Step>({ kind: 'password', again: null });
  const named = useRef(username ?? '');
  const restart = useCallback(
    (failure: unknown) => setStep({ kind: 'password', again: { username: named.current, failure } }),
    [],
  );
  const onAnswer = (answered: Answered): void => {
    const next = stepAfter(answered);
    if (next.kind === 'done') onDone(answered);
    else setStep(next);
  };
  switch (step.kind) {
    case 'password':
      return (
        <PasswordStep
          username={username ?? null}
          again={step.again}
          onAnswer={(answered, by) => {
            named.current = by;
            onAnswer(answered);
          }}
          onForgotten={() => setStep({ kind: 'forgotten' })}
        />
      );
    case 'forgotten':
      return <ForgottenStep onBack={() => restart(null)} />;
    case 'code':
      return <CodeStep answered={step.answered} onAnswer={onAnswer} onRestart={restart} />;
    case 'new-password':
      return <NewPasswordStep answered={step.answered} onAnswer={onAnswer} onRestart={restart} />;
    case 'enrolment':
      return <EnrolmentStep answered={step.answered} onAnswer={onAnswer} onRestart={restart} />;
    case 'recovery-codes':
      return <RecoveryCodesStep codes={step.answered.recoveryCodeList ?? []} onKept={() => onDone(step.answered)} />;
    case 'done':
      return null;
  }
}
