// Leads through a sign-in, one step after the other; used by its own document and by the dialog of a lost session.
import { useCallback, useState } from 'react';
import { CodeStep } from './code-step.tsx';
import { EnrolmentStep, NewPasswordStep, RecoveryCodesStep } from './later-steps.tsx';
import { ForgottenStep, PasswordStep } from './password-step.tsx';
import { type Answered, type Step, stepAfter } from './steps.ts';

interface SignInStepsProps {
  /** Is the name that has to sign in again, where that is known. */
  readonly username?: string;
  readonly onDone: (answered: Answered) => void;
}

export function SignInSteps({ username, onDone }: SignInStepsProps) {
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const restart = useCallback(() => setStep({ kind: 'password' }), []);
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
          onAnswer={onAnswer}
          onForgotten={() => setStep({ kind: 'forgotten' })}
        />
      );
    case 'forgotten':
      return <ForgottenStep onBack={restart} />;
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
