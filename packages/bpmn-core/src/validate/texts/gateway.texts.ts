// What the rules of gateways say.
import type { RuleTexts } from '../rule-texts.ts';

export const GATEWAY_TEXTS = {
  'GWY-01': {
    marks: 'L',
    en: 'A gateway must merge or split: several incoming or several outgoing flows',
    tr: 'Geçit birleştirmeli ya da ayırmalı: birden çok giren ya da birden çok çıkan akış',
    help: 'Add a flow, or remove the gateway.',
  },
  'GWY-02': {
    marks: '',
    en: 'Converging gateway needs several incoming and at most one outgoing flow',
    tr: 'Birleştiren (converging) geçidin birden çok giren, en çok bir çıkan akışı olmalı',
    help: 'Correct gatewayDirection or the flows.',
  },
  'GWY-03': {
    marks: '',
    en: 'Diverging gateway needs several outgoing and at most one incoming flow',
    tr: 'Ayıran (diverging) geçidin birden çok çıkan, en çok bir giren akışı olmalı',
    help: 'Correct gatewayDirection or the flows.',
  },
  'GWY-04': {
    marks: '',
    en: 'Mixed gateway needs several of both',
    tr: 'Karışık (mixed) geçidin hem giren hem çıkan birden çok akışı olmalı',
    help: 'Correct gatewayDirection or the flows.',
  },
  'GWY-05': {
    marks: 'X',
    en: 'Flow {f} of the exclusive split has no condition and is not the default',
    tr: 'Dışlayıcı ayrımın {f} akışının koşulu yok ve varsayılan akış değil',
    help: 'Give the flow a condition, or make it the default of the gateway.',
  },
  'GWY-06': {
    marks: 'XL',
    en: 'Flow {f} of the inclusive split has no condition and is not the default',
    tr: 'Kapsayıcı ayrımın {f} akışının koşulu yok ve varsayılan akış değil',
    help: 'Give the flow a condition, or make it the default of the gateway.',
  },
} as const satisfies RuleTexts;
