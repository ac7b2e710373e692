// Search of the page of operations: shows what has all words, and opens what a link within the page names.
export const docsScript = `
// Without case and marks; a dotless i is found by an i, which keyboards elsewhere have.
const fold=text=>text.toLowerCase().normalize('NFD').replace(/\\p{M}/gu,'').replaceAll('\u0131','i');
const search=document.getElementById('search'),none=document.getElementById('none');
const entries=[...document.querySelectorAll('details[data-words]')].map(element=>[element,fold(element.dataset.words+' '+element.textContent)]);
const sections=[...document.querySelectorAll('main>section')];
function filter(){
  const words=fold(search.value).split(/\\s+/).filter(Boolean);
  let found=0;
  for(const [element,text] of entries){
    const shown=words.every(word=>text.includes(word));
    element.hidden=!shown;
    if(shown)found+=1;
  }
  for(const section of sections)section.hidden=!section.querySelector('details:not([hidden])');
  none.hidden=found>0;
}
function open(){
  const target=location.hash.length>1?document.getElementById(decodeURIComponent(location.hash.slice(1))):null;
  if(!target)return;
  if(search.value){search.value='';filter();}
  if(target.tagName==='DETAILS')target.open=true;
  target.scrollIntoView();
}
search.hidden=false;
search.addEventListener('input',filter);
addEventListener('hashchange',open);
filter();open();
`;
